"""The API's sentences about products, categories, certificates and uploads, in English and Hindi."""

from project.core import messages
from project.core.errors import ErrorCode

SENTENCES: dict[str, tuple[str, str]] = {
    ErrorCode.OPTION_UNAVAILABLE: ("This option is not available", "यह विकल्प उपलब्ध नहीं है"),
    ErrorCode.PRODUCT_UNAVAILABLE: ("This product is not available", "यह उत्पाद उपलब्ध नहीं है"),
    ErrorCode.PRODUCT_CHANGED: (
        "Somebody else has changed this product since you opened it",
        "आपके खोलने के बाद किसी और ने यह उत्पाद बदल दिया है",
    ),
    ErrorCode.PRODUCT_ARCHIVED: (
        "This product is archived. Restore it first, then offer it",
        "यह उत्पाद संग्रहीत है। पहले इसे वापस लाएँ, फिर बिक्री पर रखें",
    ),
    ErrorCode.SLUG_TAKEN: (
        "This address is in use, redirects, or belongs to the shop itself. Please choose another one",
        "यह पता इस्तेमाल में है, किसी और पेज पर ले जाता है या दुकान का अपना है। कृपया दूसरा चुनें",
    ),
    ErrorCode.STOCK_PROMISED: (
        "Orders already have more pieces than that. The count cannot be lower",
        "इससे अधिक नग पहले ही ऑर्डरों के लिए तय हैं। गिनती इससे कम नहीं हो सकती",
    ),
    ErrorCode.CATEGORY_CHANGED: (
        "Somebody else has changed this category since you opened it",
        "आपके खोलने के बाद किसी और ने यह श्रेणी बदल दी है",
    ),
    ErrorCode.CATEGORY_NOT_EMPTY: (
        "There are products in this category. Move them to another one first",
        "इस श्रेणी में उत्पाद हैं। पहले उन्हें किसी दूसरी श्रेणी में ले जाएँ",
    ),
    ErrorCode.CATEGORY_LOOP: (
        "A category cannot be placed below itself",
        "कोई श्रेणी अपने ही नीचे नहीं रखी जा सकती",
    ),
    ErrorCode.CERTIFICATE_EXISTS: (
        "There is a certificate with this number already",
        "इस संख्या का प्रमाणपत्र पहले से मौजूद है",
    ),
    ErrorCode.UPLOAD_UNAVAILABLE: (
        "Image upload service not configured. Please contact administrator.",
        "तस्वीर अपलोड सेवा उपलब्ध नहीं है। कृपया एडमिन से संपर्क करें।",
    ),
    ErrorCode.FILE_UNREADABLE: (
        "This file cannot be read. Please save it as CSV (UTF-8)",
        "इस फ़ाइल को पढ़ा नहीं जा सका। कृपया इसे CSV (UTF-8) के रूप में सहेजें",
    ),
    "csv.encoding": (
        "This file is not in UTF-8. In Excel: File, Save As, “CSV UTF-8 (Comma delimited)”",
        "यह फ़ाइल UTF-8 में नहीं है। Excel में: File, Save As, “CSV UTF-8 (Comma delimited)” चुनें",
    ),
    "csv.not_csv": (
        "This is an Excel file, a PDF or a web page, whatever its name says. In Excel: File, Save As,"
        " “CSV UTF-8 (Comma delimited)”",
        "नाम कुछ भी हो, यह Excel फ़ाइल, PDF या वेब पेज है। Excel में: File, Save As,"
        " “CSV UTF-8 (Comma delimited)” चुनें",
    ),
    "csv.empty": (
        "This file has no headings. The first line names the columns",
        "इस फ़ाइल में शीर्षक नहीं हैं। पहली पंक्ति में स्तंभों के नाम होते हैं",
    ),
    "product.created": ("Product created successfully", "उत्पाद जोड़ दिया गया"),
    "product.changed": ("Product updated successfully", "उत्पाद अपडेट हो गया"),
    "product.unchanged": ("Nothing was changed", "कुछ नहीं बदला"),
    "product.deleted": ("Product deleted successfully", "उत्पाद हटा दिया गया"),
    "product.archived": (
        "Product archived: orders are about it, so it is kept out of sight",
        "उत्पाद संग्रहीत किया गया: इससे जुड़े ऑर्डर हैं, इसलिए इसे मिटाया नहीं गया",
    ),
    "product.restored": (
        "Product restored. It is not on sale yet",
        "उत्पाद वापस आ गया। यह अभी बिक्री पर नहीं है",
    ),
    "stock.counted": ("Stock updated", "स्टॉक अपडेट हो गया"),
    "category.created": ("Category created successfully", "श्रेणी जोड़ दी गई"),
    "category.changed": ("Category updated successfully", "श्रेणी अपडेट हो गई"),
    "category.deleted": ("Category deleted successfully", "श्रेणी हटा दी गई"),
    "certificate.issued": ("Certificate added", "प्रमाणपत्र जोड़ दिया गया"),
    "certificate.voided": ("Certificate withdrawn", "प्रमाणपत्र वापस ले लिया गया"),
    "upload.done": ("Image uploaded successfully", "तस्वीर अपलोड हो गई"),
    "upload.too_large": (
        "Image file too large. Please use smaller images.",
        "तस्वीर की फ़ाइल बहुत बड़ी है। कृपया छोटी तस्वीरें चुनें।",
    ),
    "upload.too_many": (
        "Too many upload requests. Please wait a moment and try again.",
        "बहुत अधिक अपलोड अनुरोध। कृपया थोड़ा रुककर फिर कोशिश करें।",
    ),
    "category.unknown": ("There is no category “{name}”", "“{name}” नाम की कोई श्रेणी नहीं है"),
    ErrorCode.OUT_OF_STOCK: (
        "There is not enough stock left for this order",
        "इस ऑर्डर के लिए पर्याप्त स्टॉक नहीं बचा है",
    ),
    ErrorCode.INVALID_QUANTITY: ("Please choose a valid quantity", "कृपया सही मात्रा चुनें"),
}

# By what is wrong with a field.
FIELDS: dict[str, tuple[str, str]] = {
    "date_future": ("This date is in the future", "यह दिन अभी नहीं आया है"),
    "search_too_long": ("Please search with at most 100 characters", "कृपया अधिकतम 100 अक्षरों में खोजें"),
    "q_too_long": ("Please search with at most 100 characters", "कृपया अधिकतम 100 अक्षरों में खोजें"),
    "search_invalid": ("This cannot be searched for", "इसे खोजा नहीं जा सकता"),
    "q_invalid": ("This cannot be searched for", "इसे खोजा नहीं जा सकता"),
    "sortBy_invalid": ("This order is not offered", "यह क्रम उपलब्ध नहीं है"),
    "price_order": (
        "The lowest price must not be above the highest",
        "न्यूनतम मूल्य अधिकतम मूल्य से ज़्यादा नहीं हो सकता",
    ),
    "whole_rupees": (
        "Please enter whole rupees, such as 500",
        "कृपया पूरे रुपये लिखें, जैसे 500",
    ),
    "price_positive": (
        "Please enter a price above ₹0 with at most two decimals",
        "कृपया ₹0 से अधिक मूल्य लिखें, दशमलव के बाद अधिकतम दो अंक",
    ),
    "unit_price": (
        "With this the product would cost nothing or less. Please raise it",
        "इससे उत्पाद का मूल्य शून्य या उससे कम हो जाएगा। कृपया इसे बढ़ाएँ",
    ),
    "option_negative": (
        "Only a size may lower the price",
        "केवल आकार से ही मूल्य घट सकता है",
    ),
    "option_included": (
        "This choice is part of the price: it adds ₹0",
        "यह विकल्प मूल्य में शामिल है: इसका अतिरिक्त मूल्य ₹0 रहता है",
    ),
    "option_repeated": ("This name occurs twice", "यह नाम दो बार आया है"),
    "discount_disagrees": (
        "The original price and the price give another discount. Please correct one of the three",
        "मूल मूल्य और मूल्य से अलग छूट बनती है। कृपया तीनों में से एक ठीक करें",
    ),
    "discount_alone": (
        "A discount needs the original price it is taken from",
        "छूट के लिए वह मूल मूल्य भी लिखें जिस पर छूट है",
    ),
    "original_below": (
        "The original price must not be below the price",
        "मूल मूल्य वर्तमान मूल्य से कम नहीं हो सकता",
    ),
    "category_unknown": ("Please choose a category", "कृपया श्रेणी चुनें"),
    "picture_unknown": (
        "We do not have this picture. Please upload it again",
        "यह तस्वीर हमारे पास नहीं है। कृपया इसे फिर से अपलोड करें",
    ),
    "turntable_size": (
        "A turntable is one picture of 2160 × 2160 pixels: 36 frames, 6 in a row",
        "घूमता दृश्य 2160 × 2160 पिक्सेल की एक तस्वीर है: 36 फ़्रेम, हर पंक्ति में 6",
    ),
    "slug_taken": (
        "This address is in use, redirects, or belongs to the shop itself. Please choose another one",
        "यह पता इस्तेमाल में है, किसी और पेज पर ले जाता है या दुकान का अपना है। कृपया दूसरा चुनें",
    ),
    "slug_invalid": (
        "Please use small Latin letters, digits and “-” only, such as 5-mukhi-rudraksha",
        "कृपया केवल छोटे अंग्रेज़ी अक्षर, अंक और “-” लिखें, जैसे 5-mukhi-rudraksha",
    ),
    "certificate_number": (
        "Please use letters, digits and “-” only",
        "कृपया केवल अक्षर, अंक और “-” लिखें",
    ),
    "csv_rate": (
        "Goods with the HSN code {code} usually have {rates} GST. Please ask your accountant",
        "HSN कोड {code} की वस्तुओं पर आमतौर पर {rates} GST लगता है। कृपया अपने लेखाकार से पूछें",
    ),
    "csv_archived": (
        "This product is archived. Restore it first, then offer it",
        "यह उत्पाद संग्रहीत है। पहले इसे वापस लाएँ, फिर बिक्री पर रखें",
    ),
    "csv_column": (
        "There is no column of this name, or it occurs twice",
        "इस नाम का कोई स्तंभ नहीं है, या यह दो बार आया है",
    ),
    "csv_cells": ("This line has more cells than the heading", "इस पंक्ति में शीर्षक से अधिक खाने हैं"),
    "csv_encoding": (
        "From here on the file is not in UTF-8. In Excel: File, Save As, “CSV UTF-8 (Comma delimited)”",
        "यहाँ से फ़ाइल UTF-8 में नहीं है। Excel में: File, Save As, “CSV UTF-8 (Comma delimited)” चुनें",
    ),
    "csv_line": ("This line cannot be read", "यह पंक्ति पढ़ी नहीं जा सकी"),
    "csv_options": (
        "Please write options as name:price, with | between them. In a name, write \\| for |",
        "कृपया विकल्प नाम:मूल्य के रूप में लिखें, बीच में | लगाएँ। नाम में | के लिए \\| लिखें",
    ),
    "csv_option_texts": (
        "Please write a line name: text for each option, with a name that is offered",
        "कृपया हर विकल्प के लिए एक पंक्ति नाम: विवरण लिखें, ऐसे नाम के साथ जो उपलब्ध हो",
    ),
    "csv_yes_no": ("Please write yes or no", "कृपया yes या no लिखें"),
    "csv_outdated": (
        "This product has changed since the file was exported",
        "फ़ाइल निर्यात होने के बाद यह उत्पाद बदल गया है",
    ),
    "csv_repeated": (
        "Line {line} makes this product already. Please give each its own slug",
        "पंक्ति {line} यही उत्पाद बना रही है। कृपया हर उत्पाद को अपना slug दें",
    ),
    "csv_exists": (
        "There is a product of this title. To change it, write its slug: {slug}. For another, a new slug",
        "इस नाम का उत्पाद पहले से है। उसे बदलने के लिए उसका slug लिखें: {slug}। दूसरे उत्पाद के लिए नया slug लिखें",
    ),
    "csv_unknown": ("There is no product with this id", "इस id का कोई उत्पाद नहीं है"),
}


def register() -> None:
    """Add the sentences to those of the other apps."""
    messages.register(SENTENCES, fields=FIELDS)
