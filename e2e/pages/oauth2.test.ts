/**
 * OAuth 2.0 settings from the system administrator's perspective: domains, applications, providers, mapping, templates.
 */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { callAs, signIn } from '../platform/world.ts'
import { inspect } from './axe.ts'
import { press } from './page-parts.ts'
import { administrator, openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const path = '/settings/oauth2'
const token = await signIn(stage.platform, administrator.email, administrator.password)
const callAsSystem = <T>(method: string, to: string, body?: unknown) =>
  callAs<T>(stage.platform, token, method, to, body)

interface Registration {
  readonly clientId: string
  readonly loginButtonLabel: string
  readonly scope: readonly string[]
  readonly platforms: readonly string[]
  readonly mapperConfig: { readonly type: string; readonly basic: object | null; readonly custom: object | null }
}
interface Config {
  readonly enabled: boolean
  readonly oauth2ParamsInfos: readonly {
    readonly domainInfos: readonly object[]
    readonly mobileInfos: readonly { readonly pkgName: string; readonly appSecret: string }[]
    readonly clientRegistrations: readonly Registration[]
  }[]
}
const stored = () => callAsSystem<Config>('GET', '/api/oauth2/config')

/** Like an imported configuration. */
const enable = () => callAsSystem('POST', '/api/oauth2/config', { enabled: true, oauth2ParamsInfos: [] })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name })
const saved = (page: Page) => page.getByText('Settings saved').waitFor()
const open = async (page: Page) => {
  await openAs(page, administrator, path)
  await page.getByRole('heading', { level: 1, name: 'OAuth 2.0' }).waitFor()
}

test('a set: what is missing is told where it stands, redirect URIs are copied', () =>
  stage.play(
    async (page) => {
      await open(page)
      assert.equal(await page.getByLabel('Offer sign-in with other providers').isDisabled(), true)
      assert.equal(await button(page, 'Add domains with providers').count(), 0)
      await enable()
      await page.reload()
      await button(page, 'Add domains with providers').click()
      const { host } = new URL(stage.platform.baseUrl)
      assert.equal(await field(page, 'Domain name').inputValue(), host)
      await press(page, 'Save')
      await page.getByText('Enter a value.').first().waitFor()
      assert.equal(
        await field(page, 'Client ID').evaluate((one) => one === one.ownerDocument.activeElement),
        true,
        'The first fault has not got the focus.',
      )
      await page.getByLabel('Protocol').selectOption({ label: 'HTTP' })
      await button(page, 'Add domain').click()
      const second = field(page, 'Domain name').last()
      await second.fill('https://iot.example.org')
      await second.blur()
      await page.getByText('Enter a host, with a port if needed').waitFor()
      await second.fill(host)
      await page.getByLabel('Protocol').last().selectOption({ label: 'HTTP and HTTPS' })
      await page.getByText('already listed for HTTP and HTTPS').first().waitFor()
      await second.fill('iot.example.org')
      await button(page, 'Copy https://iot.example.org/login/oauth2/code/').click()
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'https://iot.example.org/login/oauth2/code/')
      await page.getByText('http://iot.example.org/login/oauth2/code/', { exact: true }).waitFor()

      await button(page, 'Add application').click()
      await field(page, 'Package').fill('org.example.app')
      await button(page, 'Show password').first().click()
      const secret = await field(page, 'Application secret').inputValue()
      assert.match(secret, /^[A-Za-z0-9]{32}$/)
      await field(page, 'Application secret').fill('too-short')
      await page.getByText('letters and digits.').waitFor()
      await button(page, 'Generate new secret').click()
      await page.getByText('letters and digits.').waitFor({ state: 'detached' })

      await field(page, 'Client ID').fill('sonde')
      await page.getByLabel('Client secret', { exact: true }).fill('of the provider')
      await page.getByLabel('Web', { exact: true }).check()
      await press(page, 'Save')
      await saved(page)
      const { enabled, oauth2ParamsInfos } = await stored()
      assert.equal(enabled, true)
      assert.deepEqual(oauth2ParamsInfos[0]?.domainInfos, [
        { scheme: 'HTTP', name: host },
        { scheme: 'MIXED', name: 'iot.example.org' },
      ])
      assert.equal(oauth2ParamsInfos[0]?.mobileInfos[0]?.pkgName, 'org.example.app')
      assert.notEqual(oauth2ParamsInfos[0]?.mobileInfos[0]?.appSecret, secret)
      assert.deepEqual(oauth2ParamsInfos[0]?.clientRegistrations[0]?.platforms, ['WEB'])
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  ))

test('the sign-in page offers no provider that can’t finish a sign-in', () =>
  stage.play(async (page) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    assert.equal(await page.getByRole('link', { name: /Google/ }).count(), 0)
  }))

test('a provider of one’s own: every field says what it wants; as a template it serves others', () =>
  stage.play(async (page) => {
    await open(page)
    await button(page, 'Add provider').click()
    await page.getByLabel('Provider', { exact: true }).last().selectOption({ label: 'Custom' })
    await field(page, 'Access token URI').fill('identity.example.org/token')
    await press(page, 'Save')
    await page.getByText('Enter an address that begins with http:// or https:// and has no spaces.').waitFor()
    await page.getByText('Add at least one scope.').waitFor()
    await field(page, 'Access token URI').fill('https://identity.example.org/token')
    await field(page, 'Authorization URI').fill('https://identity.example.org/authorize')
    await field(page, 'Provider label').fill('Works ID')
    const scope = page.getByRole('combobox', { name: 'Scope' })
    await scope.fill('plant')
    await scope.press('Enter')
    await page.getByRole('list', { name: 'Scope' }).getByText('plant').waitFor()
    await page.getByLabel('Mapper').selectOption({ label: 'Custom: call a server' })
    await press(page, 'Save')
    await page.getByText('Enter an address that begins with http:// or https://.', { exact: true }).waitFor()
    await page.getByLabel('Mapper').selectOption({ label: 'Basic' })
    await page.getByLabel('Tenant of a user').selectOption({ label: 'By a pattern' })
    await field(page, 'Email attribute').fill('a'.repeat(32))
    await press(page, 'Save')
    await page.getByText('use at most 31').waitFor()
    await field(page, 'Email attribute').fill('mail')
    await field(page, 'Tenant name pattern').fill('%{company}')
    await field(page, 'Client ID').last().fill('works')
    await page.getByLabel('Client secret', { exact: true }).last().fill('of the works')

    await button(page, 'Save as template').click()
    const dialog = page.getByRole('dialog', { name: 'Save as template' })
    await dialog.getByLabel('Template name').fill('Custom')
    await dialog.getByRole('button', { name: 'Save as template' }).click()
    await dialog.getByText('is reserved. Enter another name.').waitFor()
    await dialog.getByLabel('Template name').fill('Works')
    await dialog.getByLabel('Help link').fill('works')
    await dialog.getByRole('button', { name: 'Save as template' }).click()
    await dialog.getByText('Enter an address').waitFor()
    await dialog.getByLabel('Help link').fill('https://identity.example.org/help')
    await dialog.getByRole('button', { name: 'Save as template' }).click()
    await page.getByText('Template Works saved').waitFor()

    await press(page, 'Save')
    await saved(page)
    const registration = (await stored()).oauth2ParamsInfos[0]?.clientRegistrations[1]
    assert.equal(registration?.loginButtonLabel, 'Works ID')
    assert.deepEqual(registration?.scope, ['plant'])
    assert.partialDeepStrictEqual(registration?.mapperConfig, {
      type: 'BASIC',
      basic: { emailAttributeKey: 'mail', tenantNameStrategy: 'CUSTOM', tenantNamePattern: '%{company}' },
      custom: null,
    })

    await button(page, 'Add provider').click()
    await page.getByLabel('Provider', { exact: true }).last().selectOption({ label: 'Works' })
    await page.getByRole('link', { name: 'How to register at Works' }).waitFor()
    await button(page, 'Discard').click()
    await page.getByRole('button', { name: /^Provider templates/ }).click()
    await button(page, 'Delete template Works').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete template' }).click()
    await page.getByText('Template Works deleted').waitFor()
    const templates = () => callAsSystem<{ providerId: string }[]>('GET', '/api/oauth2/config/template')
    await until('the template to go', templates, (all) => all.every(({ providerId }) => providerId !== 'Works'))
  }))

test('two who edit see each other; a set goes after a question; tenants have no such page', async () => {
  await stage.play(async (page) => {
    await open(page)
    const theirs = await stored()
    const secret = page.getByLabel('Client secret', { exact: true }).first()
    assert.equal(await secret.inputValue(), '', 'A stored secret is shown.')
    await page.getByText('Stored. Leave empty to keep it.').first().waitFor()
    await field(page, 'Client ID').first().fill('mine')
    await press(page, 'Save')
    await page.getByText('The stored secret belongs to another account or address.').first().waitFor()
    await secret.fill('of mine')
    await callAsSystem('POST', '/api/oauth2/config', { ...theirs, enabled: false })
    await press(page, 'Save')
    await page.getByText('Someone else changed this.').waitFor()
    await button(page, 'Discard my changes').click()
    await until(
      'theirs',
      () => page.getByLabel('Offer sign-in with other providers').isChecked(),
      (isOn) => !isOn,
    )
    await page
      .getByRole('button', { name: /^Remove 127/ })
      .first()
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove domains' }).click()
    await press(page, 'Save')
    await saved(page)
    assert.deepEqual(await stored(), { enabled: false, oauth2ParamsInfos: [] })
  })
  await stage.play(async (page) => {
    await openAs(page, tenant, '/devices')
    await page.goto(path)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  })
})

for (const width of [1440, 390]) {
  test(`axe finds nothing in the OAuth2 settings at ${width} px`, () =>
    stage.play(
      async (page) => {
        await enable()
        await open(page)
        await button(page, 'Add domains with providers').click()
        await button(page, 'Add application').click()
        await button(page, 'Custom settings').click()
        await page.getByRole('button', { name: /^Provider templates/ }).click()
        await press(page, 'Save')
        await page.getByText('Enter a value.').first().waitFor()
        const found = await inspect(page, 'set')
        await page.getByLabel('Provider', { exact: true }).selectOption({ label: 'Custom' })
        await page.getByLabel('Mapper').selectOption({ label: 'Custom: call a server' })
        await page.getByText('Add at least one scope.').waitFor()
        found.push(...(await inspect(page, 'custom provider')))
        await button(page, 'Save as template').click()
        await page.getByRole('dialog').getByLabel('Template name').waitFor()
        found.push(...(await inspect(page, 'template')))
        assert.deepEqual(found, [])
      },
      { viewport: { width, height: 900 }, bypassCSP: true },
    ))
}
