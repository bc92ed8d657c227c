/** Dates in the patterns of the `date` pipe that functions of widgets use: `yyyy-MM-dd HH:mm:ss`, `medium`. */

export interface DatePlace {
  readonly locale: string
  /** IANA name; undefined: the browser's. */
  readonly zone: string | undefined
}

/** Patterns by name; the locale's own styles. */
const named: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  short: { dateStyle: 'short', timeStyle: 'short' },
  medium: { dateStyle: 'medium', timeStyle: 'medium' },
  long: { dateStyle: 'long', timeStyle: 'long' },
  full: { dateStyle: 'full', timeStyle: 'full' },
  shortDate: { dateStyle: 'short' },
  mediumDate: { dateStyle: 'medium' },
  longDate: { dateStyle: 'long' },
  fullDate: { dateStyle: 'full' },
  shortTime: { timeStyle: 'short' },
  mediumTime: { timeStyle: 'medium' },
  longTime: { timeStyle: 'long' },
  fullTime: { timeStyle: 'full' },
}

/** Letters of a pattern, longest first; quoted text; everything else is kept. */
const token = /'([^']*)'|y{1,4}|M{1,5}|d{1,2}|E{1,5}|H{1,2}|h{1,2}|m{1,2}|s{1,2}|S{1,3}|a{1,3}|Z{1,5}|z{1,4}/g

/** null for an empty value, as the pipe; an invalid date gives the value as text. */
export function datePattern(value: unknown, pattern: string, { locale, zone }: DatePlace): string | null {
  if (value === null || value === undefined || value === '') return null
  const date = new Date(typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : (value as string | number))
  if (Number.isNaN(date.getTime())) return String(value)
  const timeZone = zoneIn(zone)
  const style = Object.hasOwn(named, pattern) ? named[pattern] : undefined
  if (style) return new Intl.DateTimeFormat(locale, { ...style, timeZone }).format(date)
  const part = (type: Intl.DateTimeFormatPartTypes, options: Intl.DateTimeFormatOptions, language = locale) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone }).formatToParts(date).find((one) => one.type === type)
      ?.value ?? ''
  const number = (type: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second') =>
    Number(part(type, { [type]: 'numeric', ...(type === 'hour' && { hourCycle: 'h23' }) }, 'en-US'))
  const padded = (one: number, letters: string) => String(one).padStart(letters.length, '0')
  return pattern.replace(token, (letters, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted === '' ? "'" : quoted
    switch (letters[0]) {
      case 'y':
        return letters === 'yy' ? padded(number('year') % 100, 'yy') : padded(number('year'), letters)
      case 'M':
        return letters.length < 3
          ? padded(number('month'), letters)
          : part('month', { month: width(letters), day: 'numeric' })
      case 'd':
        return padded(number('day'), letters)
      case 'E':
        return part('weekday', { weekday: letters.length === 4 ? 'long' : letters.length === 5 ? 'narrow' : 'short' })
      case 'H':
        return padded(number('hour'), letters)
      case 'h':
        return padded(number('hour') % 12 || 12, letters)
      case 'm':
        return padded(number('minute'), letters)
      case 's':
        return padded(number('second'), letters)
      case 'S':
        return String(Math.floor(date.getUTCMilliseconds() / 10 ** (3 - letters.length))).padStart(letters.length, '0')
      case 'a':
        return number('hour') < 12 ? 'AM' : 'PM'
      default:
        return part('timeZoneName', { timeZoneName: letters[0] === 'Z' ? 'longOffset' : 'short' }).replace(
          /^GMT(?=.)/,
          letters[0] === 'Z' ? '' : 'GMT',
        )
    }
  })
}

const width = (letters: string): 'short' | 'long' | 'narrow' =>
  letters.length === 3 ? 'short' : letters.length === 4 ? 'long' : 'narrow'

/** Offsets such as `+0200` and `UTC` are zones too; an unknown one counts as none. */
function zoneIn(zone: string | undefined): string | undefined {
  if (zone === undefined) return undefined
  const name = zone.replace(/^(?:GMT|UTC)?([+-]\d{2}):?(\d{2})$/, '$1:$2')
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
