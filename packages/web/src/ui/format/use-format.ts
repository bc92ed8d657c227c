/** `const format = useFormat()`: numbers and times in the reader's language and zone. */

import { useMemo } from 'react'
import { useLanguage } from '../../locale/use-text.tsx'
import { createFormat, type Format } from './format.ts'

/** English as the browser writes it: en-GB and en-US differ in dates and separators. */
function regionOf(language: string): string {
  const browser = globalThis.navigator?.language ?? language
  return browser.toLowerCase().startsWith(language.toLowerCase()) ? browser : language
}

export function useFormat(timeZone?: string): Format {
  const language = useLanguage()
  return useMemo(() => createFormat(regionOf(language), timeZone), [language, timeZone])
}
