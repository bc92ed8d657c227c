import { expect, test } from 'vitest'
import { menuOf, menuOfHeld } from './nav-items.ts'

const placesOf = (...menu: Parameters<typeof menuOf>) => menuOf(...menu).flatMap((group) => group.places)
const pathsOf = (...menu: Parameters<typeof menuOf>) =>
  placesOf(...menu)
    .map(({ to }) => to)
    .sort()

/** Complete navigation of a tenant administrator. */
const ofTenant = [
  '/home',
  '/alarms',
  '/explore',
  '/ruleChains',
  '/deadLetters',
  '/customers',
  '/assets',
  '/devices',
  '/deviceProfiles',
  '/otaUpdates',
  '/entityViews',
  '/widgets-bundles',
  '/dashboards',
  '/auditLogs',
  '/usage',
  '/settings/home',
  '/settings/keys',
  '/settings/device-acceptance',
  '/settings/resources-library',
  '/trash',
]
const ofTenantEdges = ['/edgeInstances', '/edgeManagement/ruleChains']
const ofSystem = [
  '/home',
  '/tenants',
  '/tenantProfiles',
  '/deadLetters',
  '/widgets-bundles',
  '/settings/general',
  '/settings/outgoing-mail',
  '/settings/sms-provider',
  '/settings/security-settings',
  '/settings/oauth2',
  '/settings/resources-library',
  '/trash',
]
const ofCustomer = ['/home', '/alarms', '/explore', '/assets', '/devices', '/entityViews', '/dashboards']

test('each role has its places, and no other', () => {
  expect(pathsOf('SYS_ADMIN')).toEqual(ofSystem.toSorted())
  expect(pathsOf('TENANT_ADMIN')).toEqual([...ofTenant, ...ofTenantEdges].sort())
  expect(pathsOf('CUSTOMER_USER')).toEqual([...ofCustomer, '/edgeInstances'].sort())
  expect(pathsOf('ANONYMOUS')).toEqual([])
})

test('edges are there only where the platform offers them', () => {
  expect(pathsOf('TENANT_ADMIN', false)).toEqual(ofTenant.toSorted())
  expect(pathsOf('CUSTOMER_USER', false)).toEqual(ofCustomer.toSorted())
})

test('who is held to a dashboard has it and the profile, a visitor only the dashboard', () => {
  const paths = (...held: Parameters<typeof menuOfHeld>) => menuOfHeld(...held)[0]?.places.map(({ to }) => to)
  expect(paths('hall', false)).toEqual(['/dashboard/hall', '/profile'])
  expect(paths('hall', true)).toEqual(['/dashboard/hall'])
  expect(paths(null, false)).toEqual(['/profile'])
})

test.each(['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const)('each letter after G is one place of %s', (role) => {
  const keys = placesOf(role).map(({ key }) => key)
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  expect(keys.filter((key) => !/^[a-z]$/.test(key))).toEqual([])
})
