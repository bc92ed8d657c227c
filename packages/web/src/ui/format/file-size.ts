/** Human-readable file sizes: `812 bytes`, `1.4 MB`. */

import type { Translate } from '../../locale/texts.ts'
import type { Format } from './format.ts'

const units = ['KB', 'MB', 'GB', 'TB'] as const
/** Binary units, as in operating systems and in the server's limits. */
const step = 1024

export function fileSize(bytes: number, t: Translate, format: Format): string {
  if (bytes < step) return t('ui.bytes', { count: bytes })
  let value = bytes / step
  let unit = 0
  // Avoids "1,024 KB": switches to 1 MB.
  while (Math.round(value) >= step && unit < units.length - 1) {
    value /= step
    unit++
  }
  return format.number(value, { decimals: value < 10 ? 1 : 0, unit: units[unit] })
}
