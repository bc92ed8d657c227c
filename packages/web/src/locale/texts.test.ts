import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import messages from './en/index.ts'
import { languagesWithTexts, localeName, offeredLanguages, pickLocale } from './locales.ts'
import { textLanguage, textsExist } from './messages.ts'
import { createTexts } from './texts.ts'

const english = { tag: 'en_US', intl: 'en-US' }
const all = Object.entries(messages).flatMap(([room, texts]) =>
  Object.entries(texts).map(([name, text]) => [`${room}.${name}`, text] as const),
)

test('every message can be read', () => {
  const broken = all.filter(([, text]) => {
    try {
      new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true })
      return false
    } catch {
      return true
    }
  })
  expect(broken).toEqual([])
})

test('values and plurals are put in', () => {
  const { t } = createTexts(english, 'en', messages)
  expect(t('ui.range', { from: 1, to: 10, total: 1284 })).toBe('1–10 of 1,284')
  expect(t('devices.deleteManyAction', { count: 1 })).toBe('Delete 1 device')
  expect(t('devices.deleteManyAction', { count: 24 })).toBe('Delete 24 devices')
})

test('a name that runs the other way turns nothing outside of itself; others are put in as they are', () => {
  const { t } = createTexts(english, 'en', messages)
  expect(t('devices.deleted', { name: '\u202Egnp.exe' })).toBe('\u2068\u202Egnp.exe\u2069 deleted')
  expect(t('devices.deleted', { name: 'מד 7' })).toBe('\u2068מד 7\u2069 deleted')
  expect(t('devices.deleted', { name: 'Größe 🧨' })).toBe('Größe 🧨 deleted')
})

test('a message that is missing shows its key', () => {
  expect(createTexts(english, 'en', {}).t('ui.close')).toBe('ui.close')
})

test('numbers are as the locale writes them, plurals as the words need them', () => {
  const { t } = createTexts({ tag: 'de_DE', intl: 'de-DE' }, 'en', messages)
  expect(t('ui.range', { from: 1, to: 10, total: 1284 })).toBe('1–10 of 1.284')
  const japanese = createTexts({ tag: 'ja_JP', intl: 'ja-JP' }, 'en', messages)
  expect(japanese.t('devices.deleteManyAction', { count: 1 })).toBe('Delete 1 device')
})

test('profile, then browser, then default decide, as far as they are offered', () => {
  const offered = ['de_DE', 'en_US', 'pt_BR']
  const pick = (chosen: (string | null)[], browser: string[]) => pickLocale({ chosen, browser }, offered)
  expect(pick([null], ['fr-FR'])).toEqual({ tag: 'de_DE', intl: 'de-DE' })
  expect(pick(['fr_FR', 'pt-BR'], ['en-GB'])).toEqual({ tag: 'pt_BR', intl: 'pt-BR' })
  expect(pick(['en_US'], ['en-GB'])).toEqual({ tag: 'en_US', intl: 'en-US' })
  // Region of the browser, not the offered one.
  expect(pick([null], ['fr-FR', 'en-GB'])).toEqual({ tag: 'en_US', intl: 'en-GB' })
  expect(pick([null], ['en']).intl).toBe('en-US')
  expect(pick([null], ['en-not a tag']).intl).toBe('en-US')
})

test('a locale without texts of its own has English ones', () => {
  expect(textLanguage('de-DE', ['en', 'de'])).toBe('de')
  expect(textLanguage('pt-BR', ['en', 'pt-BR'])).toBe('pt-BR')
  expect(textLanguage('fr-FR', ['en', 'de'])).toBe('en')
})

test('only languages with texts are offered as languages', () => {
  expect(languagesWithTexts(['de_DE', 'en_US', 'fr_FR'])).toEqual(['en_US'])
  const hasTexts = (intl: string) => textsExist(intl, ['en', 'de', 'pt-BR'])
  expect(languagesWithTexts(['de_AT', 'en_US', 'fr_FR', 'pt_BR'], hasTexts)).toEqual(['de_AT', 'en_US', 'pt_BR'])
})

test('what the platform offers stands in the page; without it English is', () => {
  const page = new DOMParser().parseFromString('<meta name="sonde-languages" content="de_DE,en_US">', 'text/html')
  expect(offeredLanguages(page)).toEqual(['de_DE', 'en_US'])
  const bare = new DOMParser().parseFromString('<meta name="sonde-languages" content="__LANGUAGES__">', 'text/html')
  expect(offeredLanguages(bare)).toEqual(['en_US'])
  expect(localeName('de_DE')).toBe('Deutsch (Deutschland)')
  expect(localeName('ja_JA')).toBe('日本語')
})
