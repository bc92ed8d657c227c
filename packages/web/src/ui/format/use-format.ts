/** `const format = useFormat()`: formats numbers and times in the user's locale and time zone. */

import { useLocale } from '../../locale/use-text.tsx'
import { type Format, formatFor } from './format.ts'

export function useFormat(timeZone?: string): Format {
  const { intl, language } = useLocale()
  return formatFor(intl, timeZone, language)
}
