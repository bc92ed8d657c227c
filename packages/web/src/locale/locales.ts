/**
 * Which locale the page is in: one of those that the platform offers (`SONDE_LANGUAGES`), by the user's profile, by what
 * was chosen in this browser, by the browser's own languages, else the platform's default.
 */

import { textsExist } from './messages.ts'

export interface Locale {
  /** As it is offered: `en_US`. */
  readonly tag: string
  /** For dates and numbers, as Intl has it; of the browser's own region where the browser decided: `en-GB`. */
  readonly intl: string
}

/** Where the platform did not say, such as under a development server. */
const offeredDefault = ['en_US']
const offeredMeta = 'meta[name="sonde-languages"]'
const storageKey = 'sonde.language'

/** What the platform wrote into the page, its default first. */
export function offeredLanguages(page: ParentNode = document): readonly string[] {
  const content = page.querySelector(offeredMeta)?.getAttribute('content') ?? ''
  const offered = content.split(',').filter((tag) => /^[a-z]{2}_[A-Z]{2}$/.test(tag))
  return offered.length > 0 ? offered : offeredDefault
}

/** Those of the offered languages that have texts; the others set the formats of dates and numbers only. */
export const languagesWithTexts = (
  offered: readonly string[],
  hasTexts: (intl: string) => boolean = textsExist,
): readonly string[] => offered.filter((tag) => hasTexts(intlOf(tag)))

export interface LocalePreferences {
  /** Of the profile, then of this browser's menu. `en_US` and `en-US` are both understood. */
  readonly chosen: readonly (string | null | undefined)[]
  /** `navigator.languages`. */
  readonly browser: readonly string[]
}

/** The first wish that is offered; the same language in another region is one that is. */
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

/** Without its region where there is no such region: the wire's name of Japanese is `ja_JA`. */
function namedOf(tag: string): string {
  const { language, region } = new Intl.Locale(intlOf(tag))
  const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  return region && regions.of(region) === undefined ? language : intlOf(tag)
}

/** `Deutsch (Deutschland)`: as its speakers write it. */
export function localeName(tag: string): string {
  const name =
    new Intl.DisplayNames([intlOf(tag)], { type: 'language', languageDisplay: 'standard' }).of(namedOf(tag)) ?? tag
  return name.charAt(0).toLocaleUpperCase(intlOf(tag)) + name.slice(1)
}

/** What was chosen in this browser before anybody signed in. */
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
    // Not stored: the choice lasts until the page is left.
  }
}
