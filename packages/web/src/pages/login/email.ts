/** True if the text looks like an email address, including `admin@localhost`. The server makes the final check. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(text.trim())
