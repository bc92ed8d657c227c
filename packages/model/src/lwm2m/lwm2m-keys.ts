/** Public keys and certificates of LwM2M servers in device profiles: single-line base64 of DER. */

/** Maximum characters of a public key; an RSA key of 8192 bits has 1,416. */
export const publicKeyLengthMax = 2_000
/** Maximum characters of a certificate, in any field. */
export const certificateLengthMax = 10_000

/** Removes PEM armor and line breaks. */
export const keyLine = (text: string): string => text.replace(/-----(BEGIN|END) [A-Z ]+-----|\s/g, '')
