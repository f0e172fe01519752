// Written by hand after the contract until `npm run types` replaces it.
type Ok<T> = { 200: { headers: { [name: string]: unknown }; content: { "application/json": { success: true; message: string; data: T } } } }
type Get<T, Q = never, P = never, H = never> = {
  parameters: { query?: Q; header?: H; path?: P; cookie?: never }
  get: { parameters: { query?: Q; header?: H; path: P; cookie?: never }; requestBody?: never; responses: Ok<T> }
  put?: never; post?: never; delete?: never; options?: never; head?: never; patch?: never; trace?: never
}
type GetNoPath<T, Q = never, H = never> = {
  parameters: { query?: never; header?: never; path?: never; cookie?: never }
  get: { parameters: { query?: Q; header?: H; path?: never; cookie?: never }; requestBody?: never; responses: Ok<T> }
  put?: never; post?: never; delete?: never; options?: never; head?: never; patch?: never; trace?: never
}
type Post<B, T, H = never> = {
  parameters: { query?: never; header?: never; path?: never; cookie?: never }
  post: { parameters: { query?: never; header?: H; path?: never; cookie?: never }; requestBody: { content: { "application/json": B } }; responses: Ok<T> }
  put?: never; get?: never; delete?: never; options?: never; head?: never; patch?: never; trace?: never
}
type S = components["schemas"]
export interface paths {
  "/api/shop": GetNoPath<S["ShopOut"]>
  "/api/products/featured": GetNoPath<{ products: S["ProductCard"][] }, { limit?: number }>
  "/api/products/trending": GetNoPath<{ products: S["ProductCard"][] }, { limit?: number }>
  "/api/products/new-arrivals": GetNoPath<{ products: S["ProductCard"][] }, { limit?: number }>
  "/api/categories": GetNoPath<{ categories: S["CategoryOut"][] }>
  "/api/categories/{slug}": Get<{ category: S["CategoryOut"] }, never, { slug: string }>
  "/api/products": GetNoPath<
    { products: S["ProductCard"][]; pagination: S["Pagination"] },
    { page?: number; limit?: number; category?: string; minPrice?: number; maxPrice?: number; sortBy?: "newest" | "price-low" | "price-high" | "name" | "rating"; isFeatured?: boolean; search?: string }
  >
  "/api/products/{slug}": Get<{ product: S["ProductOut"] }, never, { slug: string }>
  "/api/products/id/{product_id}": Get<{ product: S["ProductOut"] }, never, { product_id: string }>
  "/api/orders/quote": Post<{ items: S["OrderItemIn"][] }, S["QuoteOut"]>
  "/api/orders/create-guest-order": Post<{ items: S["OrderItemIn"][]; customerInfo: unknown; amount: number }, { orderId: string; amount: number; orderKey: string }, { "Idempotency-Key"?: string }>
  "/api/orders/": Post<{ items: S["OrderItemIn"][]; shippingAddress: unknown; paymentType: "phonepe"; amount?: number }, { orderId: string; amount: number; orderKey: string }, { "Idempotency-Key"?: string }>
  "/api/phonepe/create-order": Post<{ orderId: string; orderKey?: string; amount?: number }, { transactionId: string; paymentUrl: string; phonepeTransactionId: string | null }, { "Idempotency-Key"?: string }>
  "/api/auth/send-otp": Post<{ email: string }, Record<string, never>>
  "/api/auth/verify-otp": Post<{ email: string; otp: string }, { user: S["UserOut"]; token: string }>
  "/api/auth/profile": GetNoPath<{ user: S["UserOut"] }>
  "/api/auth/logout": Post<undefined, Record<string, never>>
}
export interface components {
  schemas: {
    ErrorCode: "VALIDATION" | "NOT_FOUND" | "UNAUTHENTICATED" | "TOKEN_REFUSED" | "FORBIDDEN" | "RATE_LIMITED" | "METHOD_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "OUT_OF_STOCK" | "OPTION_UNAVAILABLE" | "PRODUCT_UNAVAILABLE" | "INVALID_QUANTITY" | "PRICE_CHANGED" | "IDEMPOTENCY_MISMATCH" | "ORDER_NOT_PAYABLE" | "ALREADY_PAID" | "PROVIDER_UNAVAILABLE" | "INVALID_TRANSITION" | "CODE_WRONG" | "CODE_EXPIRED" | "CODE_TOO_MANY" | "SIGNATURE_INVALID" | "INTERNAL"
    Failure: { success: false; message: string; code: S["ErrorCode"]; errors?: Record<string, string>; data?: Record<string, unknown> | null; retryAfter?: number | null; reference?: string | null }
    CategoryRef: { _id: string; slug: string; name: string }
    CategoryOut: S["CategoryRef"] & { description: string; image: string; icon: string; isFeatured: boolean; productCount: number }
    Rating: { average: number; count: number }
    ProductCard: { _id: string; slug: string; title: string; shortDescription: string; price: number; originalPrice: number | null; discountPercentage: number; mainImage: string; category: S["CategoryRef"]; rating: S["Rating"]; isFeatured: boolean; sellable: number; isAvailable: boolean }
    Specifications: { type: string | null; origin: string | null; size: string | null; weight: string | null; color: string | null; material: string | null; beads: string | null; hardness: string | null; deity: string | null; planet: string | null; mantra: string | null; chakras: string | null }
    NamedOption: { name: string; price: number; available: boolean }
    PendantOption: { type: string; price: number; available: boolean }
    CustomizationOptions: { origins: S["NamedOption"][]; xrayCertification: { available: boolean; price: number }; pendantOptions: S["PendantOption"][]; sizes: S["NamedOption"][] }
    Verse: { sanskrit: string; translation: string }
    ProductOut: S["ProductCard"] & { description: string; longDescription: string; images: string[]; specifications: S["Specifications"]; customization: S["CustomizationOptions"]; benefits: string[]; care: string[]; verse: S["Verse"] | null; version: number; createdAt: string }
    ProductLive: { sellable: number; isAvailable: boolean; price: number; version: number }
    Pagination: { page: number; limit: number; total: number; totalPages: number }
    Customization: { origin?: string; xrayCertification?: boolean; pendantType?: string; size?: string }
    OrderItemIn: { productId: string; quantity: number; customization?: S["Customization"] }
    QuoteLine: { productId: string; title: string; image: string; quantity: number; unitPrice: number; totalPrice: number; customization: Required<S["Customization"]>; additionalCost: number; taxRate: number }
    QuoteOut: { lines: S["QuoteLine"][]; subtotal: number; tax: number; shippingCost: number; discount: number; totalAmount: number; pricesIncludeTax: boolean; currency: string }
    UserOut: { _id: string; name: string; email: string; phone: string; address: Record<string, string>; isAdmin: boolean; role: string; language: string }
    ShopOut: { name: string; legalName: string; address: string; email: string; phone: string; whatsapp: string | null; grievanceOfficer: string; social: Record<string, string>; promises: { deliveryDays: string; returnDays: number; freeShippingAbove: number | null }; pricesIncludeTax: boolean }
  }
}
