/** `ctx` of functions in widget settings: plain data of the widget, and those of its helpers that compute a value. */

import { datePattern } from './date-pattern.ts'

export interface FunctionContext extends Readonly<Record<string, unknown>> {
  readonly utils: { readonly formatValue: typeof formatValue }
  readonly date: {
    readonly transform: (value: unknown, pattern?: string, timezone?: string) => string | null
  }
  readonly translate: { readonly instant: (key: string) => string }
}

/** `data`: settings, units, decimals, datasources and names; `locale`, `zone` and `texts` serve the helpers. */
export function createContext(data: Readonly<Record<string, unknown>>): FunctionContext {
  const { locale, zone, texts, ...members } = data
  const words = (texts ?? {}) as Readonly<Record<string, string>>
  const place = { locale: String(locale ?? 'en-US'), zone: zone === undefined ? undefined : String(zone) }
  return {
    $scope: {},
    ...members,
    utils: { formatValue },
    date: {
      transform: (value: unknown, pattern = 'mediumDate', timezone?: string) =>
        datePattern(value, pattern, timezone ? { ...place, zone: timezone } : place),
    },
    translate: { instant: (key: string) => words[key] ?? key },
  }
}

/** Text of a number: zeros at the end of the decimals are dropped unless `showsZeros`; then a space and the unit. */
function formatValue(value: unknown, decimals?: number, units?: string, showsZeros = false): unknown {
  const isNumeric =
    (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) && Number.isFinite(Number(value))
  if (!isNumeric) return value === null || value === undefined ? '' : value
  let text = String(value)
  if (typeof decimals === 'number') {
    const rounded = Number(value).toFixed(Math.min(15, Math.max(0, Math.round(decimals))))
    text = showsZeros ? rounded : String(Number(rounded))
  }
  return units ? `${text} ${units}` : text
}
