import { expect, test } from 'vitest'
import { createTextStore } from './text-store.ts'
import { loadTexts } from './texts.ts'

const english = { tag: 'en_US', intl: 'en-US' }
const german = { tag: 'de_DE', intl: 'de-DE' }

test('what sign-in shows comes first, the rest when it is asked for', async () => {
  const store = createTextStore(await loadTexts(english, 'first'))
  expect(store.t('login.signIn')).toBe('Sign in')
  expect(store.t('devices.title')).toBe('devices.title')
  await store.whole()
  expect(store.t('devices.title')).toBe('Devices')
})

test('a locale that is chosen while the rest is loaded stays, in either order', async () => {
  for (const order of ['whole first', 'use first']) {
    const store = createTextStore(await loadTexts(english, 'first'))
    const use = () => store.use(german)
    const [first, second] = order === 'whole first' ? [store.whole, use] : [use, store.whole]
    await Promise.all([first(), second()])
    expect(store.current.locale).toEqual(german)
    expect(store.current.isWhole).toBe(true)
  }
})
