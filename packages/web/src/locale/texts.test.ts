import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import messages from './en/index.ts'
import { pickLanguage } from './messages.ts'
import { createTexts } from './texts.ts'

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
  const { t } = createTexts('en', messages)
  expect(t('ui.range', { from: 1, to: 10, total: 1284 })).toBe('1–10 of 1,284')
  expect(t('devices.deleteManyAction', { count: 1 })).toBe('Delete 1 device')
  expect(t('devices.deleteManyAction', { count: 24 })).toBe('Delete 24 devices')
})

test('a message that is missing shows its key', () => {
  expect(createTexts('en', {}).t('ui.close')).toBe('ui.close')
})

test('the first language that exists is taken, regions count less', () => {
  expect(pickLanguage([null, 'xx', 'de_AT', 'en'], ['en', 'de'])).toBe('de')
  expect(pickLanguage(['pt-BR'], ['en', 'pt-BR'])).toBe('pt-BR')
  expect(pickLanguage(['xx'], ['en', 'de'])).toBe('en')
})
