import { expect, test } from 'vitest'
import { helpHref } from './help-links.ts'
import { helpOfRoute } from './help-places.ts'
import { helpTarget } from './help-target.ts'

test('links are relative to their page, as they are between files', () => {
  expect(helpTarget('devices', 'device-profiles.md')).toEqual({ kind: 'page', page: 'device-profiles' })
  expect(helpTarget('devices/add', '../assets.md')).toEqual({ kind: 'page', page: 'assets' })
  expect(helpTarget('devices/add', 'credentials.md#basic')).toEqual({ kind: 'page', page: 'devices/credentials' })
  expect(helpTarget('index', 'docs/running.md')).toEqual({ kind: 'page', page: 'docs/running' })
  expect(helpTarget('docs/running', 'operating.md')).toEqual({ kind: 'page', page: 'docs/operating' })
})

test('other sites stay what they are; what is not served, or would run, leads nowhere', () => {
  expect(helpTarget('devices', 'https://example.org/a')).toEqual({ kind: 'site', href: 'https://example.org/a' })
  for (const href of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', '../README.md', 'nothing.md']) {
    expect(helpTarget('devices', href), href).toEqual({ kind: 'none' })
  }
})

test('a documentation link is known by its name, or is an address', () => {
  expect(helpHref('outgoingMailSettings')).toBe('/help/settings/mail')
  expect(helpHref('devices/add')).toBe('/help/devices/add')
  expect(helpHref('docs/operating')).toBe('/help/docs/operating')
  expect(helpHref('https://example.org/guide')).toBe('https://example.org/guide')
  expect(helpHref('nothing')).toBeUndefined()
  expect(helpHref('javascript:alert(1)')).toBeUndefined()
})

test('an address has the help of its room, also below an owner; one of its entities may have another', () => {
  expect(helpOfRoute('/devices')).toBe('devices')
  expect(helpOfRoute('/devices/$entityId')).toBe('devices')
  expect(helpOfRoute('/customers/$customerId/devices/$entityId')).toBe('devices')
  expect(helpOfRoute('/tenants/$tenantId/users')).toBe('users')
  expect(helpOfRoute('/edgeInstances/$edgeId/ruleChains')).toBe('edges/rule-chains')
  expect(helpOfRoute('/dashboards')).toBe('dashboards')
  expect(helpOfRoute('/dashboards/$dashboardId')).toBe('dashboards/view')
  expect(helpOfRoute('/customers/$customerId/dashboards/$dashboardId')).toBe('dashboards/view')
  expect(helpOfRoute('/settings/resources-library/$entityId')).toBe('settings/resources')
  expect(helpOfRoute('/nowhere')).toBeUndefined()
})
