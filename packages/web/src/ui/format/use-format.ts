/** `const format = useFormat()`: numbers and times in the reader's locale and zone. */

import { useLocale } from '../../locale/use-text.tsx'
import { type Format, formatFor } from './format.ts'

export function useFormat(timeZone?: string): Format {
  const { intl, language } = useLocale()
  return formatFor(intl, timeZone, language)
}
