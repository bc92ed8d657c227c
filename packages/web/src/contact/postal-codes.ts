/** Postal code formats, for countries whose codes have a checkable format. */

interface PostalForm {
  readonly pattern: RegExp
  /** A valid code, for the error message. */
  readonly example: string
}

const form = (pattern: string, example: string): PostalForm => ({ pattern: new RegExp(`^(?:${pattern})$`), example })

const fourDigits = form('\\d{4}', '1010')
const fiveDigits = form('\\d{5}', '10115')
const threeOrFourDigits = form('\\d{3,4}', '2100')

/** Formats by ISO 3166-1 code. */
const forms: Readonly<Record<string, PostalForm>> = {
  AT: fourDigits,
  AU: fourDigits,
  BE: fourDigits,
  BR: form('\\d{5}-?\\d{3}', '01310-100'),
  // The letters D, F, I, O, Q and U aren't used.
  CA: form(
    '[ABCEGHJ-NPRSTVXYabceghj-nprstvxy]\\d[A-CEGHJ-NPRSTV-Za-ceghj-nprstv-z] ?\\d[A-CEGHJ-NPRSTV-Za-ceghj-nprstv-z]\\d',
    'K1A 0B1',
  ),
  DE: fiveDigits,
  DK: threeOrFourDigits,
  ES: form('(?:0[1-9]|[1-4]\\d|5[0-2])\\d{3}', '28001'),
  FO: threeOrFourDigits,
  GB: form('[A-Za-z]{1,2}\\d[A-Za-z\\d]? ?\\d[A-Za-z]{2}', 'SW1A 1AA'),
  HU: fourDigits,
  IT: fiveDigits,
  JP: form('\\d{3}-\\d{4}', '100-0001'),
  LU: form('L-\\d{4}', 'L-1009'),
  NL: form('[1-9]\\d{3} ?[A-Za-z]{2}', '1012 AB'),
  PL: form('\\d{2}-\\d{3}', '00-001'),
  SE: form('\\d{3} ?\\d{2}', '111 22'),
  US: form('\\d{5}(?:-\\d{4})?', '20500'),
}

/** An example when `zip` is invalid; null when it is valid or the country has no format here. */
export function postalExample(countryCode: string | undefined, zip: string): string | null {
  const known = countryCode === undefined ? undefined : forms[countryCode]
  return known && !known.pattern.test(zip.trim()) ? known.example : null
}
