/** `const format = useFormat()`: numbers and times in the reader's locale and zone. */

import { useMemo } from 'react'
import { useLocale } from '../../locale/use-text.tsx'
import { createFormat, type Format } from './format.ts'

export function useFormat(timeZone?: string): Format {
  const { intl, language } = useLocale()
  return useMemo(() => createFormat(intl, timeZone, language), [intl, language, timeZone])
}
