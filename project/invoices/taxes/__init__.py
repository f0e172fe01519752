"""Documents for the accountant, made of a month's invoices and credit notes as they were issued.

Pure functions but for `supplies`, which reads the documents; `project.exports` makes the files.
"""
