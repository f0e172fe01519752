// One '@', something on both sides, a dot in the domain: the server's rule.
export const EMAIL = /^[^@\s,;<>"]{1,64}@[^@\s,;<>"]+\.[^@\s,;<>".]{2,}$/

export const normalEmail = (typed: string) => typed.trim().toLowerCase()
