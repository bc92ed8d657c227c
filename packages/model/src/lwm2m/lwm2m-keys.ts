/** Public keys and certificates of LwM2M servers, as profiles hold them: base64 of DER, in one line. */

/** Characters of a public key: one of RSA with 8192 bits has 1,416. */
export const publicKeyLengthMax = 2_000
/** Characters of a certificate, in whichever field it stands. */
export const certificateLengthMax = 10_000

/** Without PEM armour and line breaks. */
export const keyLine = (text: string): string => text.replace(/-----(BEGIN|END) [A-Z ]+-----|\s/g, '')
