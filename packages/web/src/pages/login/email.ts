/** Whether the text has the form of an e-mail address; the platform has the last word. `admin@localhost` is one. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(text.trim())
