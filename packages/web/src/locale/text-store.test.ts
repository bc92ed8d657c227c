import { afterEach, expect, test, vi } from 'vitest'
import { catalogues, type Messages } from './messages.ts'
import { onTextsNeeded, withTexts } from './text-parts.ts'
import { createTextStore } from './text-store.ts'
import { createTexts } from './texts.ts'

const english = { tag: 'en_US', intl: 'en-US' }
const german = { tag: 'de_DE', intl: 'de-DE' }

const signIn = { en: { login: { signIn: 'Sign in' } }, de: { login: { signIn: 'Anmelden' } } }
const partOf = (en: Messages, de: Messages) => ({
  en: async () => ({ default: en }),
  de: async () => ({ default: de }),
})
const devices = partOf({ devices: { title: 'Devices' } }, { devices: { title: 'Geräte' } })
const assets = partOf({ assets: { title: 'Assets' } }, { assets: { title: 'Objekte' } })

/** Store in English; the first German messages arrive when `resolve` is called. */
function setUp() {
  const { promise, resolve } = Promise.withResolvers<{ default: Messages }>()
  const first = vi.fn(() => promise)
  Object.assign(catalogues, { de: first })
  const arrive = () => resolve({ default: signIn.de })
  return { store: createTextStore(createTexts(english, 'en', signIn.en)), arrive, first }
}

afterEach(() => {
  Reflect.deleteProperty(catalogues, 'de')
  onTextsNeeded(async () => {})
})

test('what is seen first is there; the rest comes with the module that shows it, before whoever loads it goes on', async () => {
  const { store } = setUp()
  onTextsNeeded(store.need)
  expect(store.t('login.signIn')).toBe('Sign in')
  expect(store.t('devices.title')).toBe('devices.title')
  const changed = vi.fn()
  store.subscribe(changed)
  expect(await withTexts(async () => 'module', devices)).toBe('module')
  expect([store.t('login.signIn'), store.t('devices.title')]).toEqual(['Sign in', 'Devices'])
  // No displayed text has changed.
  expect(changed).not.toHaveBeenCalled()
})

test('a module whose messages cannot be loaded is none', async () => {
  const { store } = setUp()
  onTextsNeeded(store.need)
  const broken = { en: () => Promise.reject(new Error('offline')) }
  await expect(withTexts(async () => 'module', broken)).rejects.toThrow('offline')
})

test('another language has all that was asked for, before and while it was loaded', async () => {
  const { store, arrive } = setUp()
  await store.need(devices)
  const using = store.use(german)
  const needing = store.need(assets)
  arrive()
  await Promise.all([using, needing])
  expect(store.current.locale).toEqual(german)
  const words = [store.t('login.signIn'), store.t('devices.title'), store.t('assets.title')]
  expect(words).toEqual(['Anmelden', 'Geräte', 'Objekte'])
})

test('what is asked for while another language comes is there in the one that is shown', async () => {
  const { store, arrive } = setUp()
  const using = store.use(german)
  await store.need(devices)
  expect(store.t('devices.title')).toBe('Devices')
  arrive()
  await using
  expect(store.t('devices.title')).toBe('Geräte')
})

test('who waits for the language waits for the last one that was chosen', async () => {
  const { store, arrive } = setUp()
  const british = { tag: 'en_US', intl: 'en-GB' }
  const using = store.use(german)
  await store.use(british)
  await store.settled()
  arrive()
  await using
  expect(store.current.locale).toEqual(british)
})

test('a language that failed is tried again by who waits for it', async () => {
  const { store, arrive, first } = setUp()
  first.mockImplementationOnce(() => Promise.reject(new Error('offline')))
  await expect(store.use(german)).rejects.toThrow('offline')
  arrive()
  await store.settled()
  expect(store.t('login.signIn')).toBe('Anmelden')
})
