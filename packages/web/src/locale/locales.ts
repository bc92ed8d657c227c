/**
 * Selects the page's locale from those that the server offers (`SONDE_LANGUAGES`): by the user's profile, the choice
 * stored in this browser, the browser's languages, else the server's default.
 */

import { textsExist } from './messages.ts'

export interface Locale {
  /** Tag as offered by the server: `en_US`. */
  readonly tag: string
  /**
   * Locale for dates and numbers in Intl format. If the browser's languages decided, it has the browser's region:
   * `en-GB`.
   */
  readonly intl: string
}

/** Fallback if the page contains no list, such as with a development server. */
const offeredDefault = ['en_US']
const offeredMeta = 'meta[name="sonde-languages"]'
const storageKey = 'sonde.language'

/** Languages that the server wrote into the page, the default first. */
export function offeredLanguages(page: ParentNode = document): readonly string[] {
  const content = page.querySelector(offeredMeta)?.getAttribute('content') ?? ''
  const offered = content.split(',').filter((tag) => /^[a-z]{2}_[A-Z]{2}$/.test(tag))
  return offered.length > 0 ? offered : offeredDefault
}

/** Offered languages that have texts; the others only affect the format of dates and numbers. */
export const languagesWithTexts = (
  offered: readonly string[],
  hasTexts: (intl: string) => boolean = textsExist,
): readonly string[] => offered.filter((tag) => hasTexts(intlOf(tag)))

export interface LocalePreferences {
  /** Explicit choices: of the profile, then of this browser's menu. Accepts `en_US` and `en-US`. */
  readonly chosen: readonly (string | null | undefined)[]
  /** `navigator.languages`. */
  readonly browser: readonly string[]
}

/** The first preference that is offered, in the same or another region of its language. */
export function pickLocale({ chosen, browser }: LocalePreferences, offered: readonly string[]): Locale {
  for (const wish of chosen) {
    const tag = wish && offeredFor(wish, offered)
    if (tag) return localeOf(tag)
  }
  for (const wish of browser) {
    const tag = offeredFor(wish, offered)
    if (tag) return { tag, intl: wish.includes('-') && isLocale(wish) ? wish : intlOf(tag) }
  }
  return localeOf(offered[0] ?? 'en_US')
}

export const localeOf = (tag: string): Locale => ({ tag, intl: intlOf(tag) })

const intlOf = (tag: string): string => tag.replaceAll('_', '-')
const languageOf = (tag: string): string => intlOf(tag).toLowerCase().split('-')[0] ?? ''

function offeredFor(wish: string, offered: readonly string[]): string | undefined {
  const exact = intlOf(wish).toLowerCase()
  return (
    offered.find((tag) => intlOf(tag).toLowerCase() === exact) ??
    offered.find((tag) => languageOf(tag) === languageOf(wish))
  )
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** Drops a region that doesn't exist: the API's tag of Japanese is `ja_JA`. */
function namedOf(tag: string): string {
  const { language, region } = new Intl.Locale(intlOf(tag))
  const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  return region && regions.of(region) === undefined ? language : intlOf(tag)
}

/** Name of a language in that language: `Deutsch (Deutschland)`. */
export function localeName(tag: string): string {
  const name =
    new Intl.DisplayNames([intlOf(tag)], { type: 'language', languageDisplay: 'standard' }).of(namedOf(tag)) ?? tag
  return name.charAt(0).toLocaleUpperCase(intlOf(tag)) + name.slice(1)
}

/** Language chosen in this browser before sign-in. */
export function rememberedLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

export function rememberLanguage(tag: string): void {
  try {
    localStorage.setItem(storageKey, tag)
  } catch {
    // Storage failed: the choice lasts until the page is left.
  }
}
