import { limitOf } from '@sonde/model/limits/limits'
import type { TenantProfile } from '@sonde/model/tenant-profiles/tenant-profile'
import { profileNumbers, withDefaults } from '@sonde/model/tenant-profiles/tenant-profile'
import { expect, test } from 'vitest'
import { englishTexts } from '../../testing/render-page.tsx'
import { numberFields } from './profile-groups.ts'
import { parseRates, wireRate } from './rate-limit.ts'
import {
  draftOfTenantProfile,
  emptyTenantProfile,
  exportedTenantProfile,
  importedTenantProfile,
  tenantProfileErrors,
  wireLimits,
  wireTenantProfile,
} from './tenant-profile-input.ts'

const { t } = englishTexts().current

const profile: TenantProfile = {
  id: { entityType: 'TENANT_PROFILE', id: 'p' },
  createdTime: 1,
  name: 'Gold',
  description: null,
  default: true,
  isolatedTbCore: false,
  isolatedTbRuleEngine: true,
  profileData: {
    configuration: {
      ...withDefaults({ type: 'DEFAULT', maxDevices: 7, warnThreshold: 0.5 }),
      transportDeviceMsgRateLimit: '10:1',
    },
  },
}

test('every limit of the wire has its field, each once', () => {
  expect([...numberFields].sort()).toEqual([...profileNumbers].sort())
})

test('what is stored reads as what is sent, with what the form does not show', () => {
  const sent = wireTenantProfile(draftOfTenantProfile(profile, {}), profile)
  expect(sent.profileData).toEqual(profile.profileData)
  expect(sent).toMatchObject({ id: profile.id, name: 'Gold', default: true, isolatedTbRuleEngine: true })
})

test('a new profile limits nothing and needs a name', () => {
  expect(tenantProfileErrors({ ...emptyTenantProfile, name: 'x' }, t)).not.toContainEqual(expect.any(String))
  expect(Object.values(tenantProfileErrors({ ...emptyTenantProfile, name: 'x' }, t)).filter(Boolean)).toEqual([])
  expect(tenantProfileErrors(emptyTenantProfile, t).name).toBe('Enter a name.')
  expect(wireTenantProfile(emptyTenantProfile, null).profileData?.configuration).toEqual({
    ...withDefaults(null),
    warnThreshold: undefined,
  })
})

test.each([
  ['', 'Enter a number. 0 = unlimited'],
  ['-1', 'Enter 0 or more. 0 = unlimited'],
  ['1.5', 'Enter a whole number. 0 = unlimited'],
  ['1e3', 'Enter a whole number. 0 = unlimited'],
  ['9007199254740993', 'Enter a whole number. 0 = unlimited'],
  ['9007199254740991', undefined],
  [' 0 ', undefined],
])('a limit of “%s”', (text, fieldError) => {
  expect(tenantProfileErrors({ ...emptyTenantProfile, name: 'x', maxDevices: text }, t).maxDevices).toBe(fieldError)
})

test('rates are pairs of a count and seconds; spaces do not matter', () => {
  expect(parseRates('')).toEqual([])
  expect(parseRates('100:1, 2000:60')).toEqual([
    { count: 100, seconds: 1 },
    { count: 2000, seconds: 60 },
  ])
  for (const text of ['100', '0:1', '1:0', '100:1,', '1:12345678', '-1:1']) expect(parseRates(text)).toBeUndefined()
  expect(wireRate(' 100:1, 2000:60 ')).toBe('100:1,2000:60')
  expect(wireRate(' ')).toBeNull()
})

test('a file is never the default of where it is read, and reads as what was written', () => {
  const limits = { telemetryKeys: 20_000 }
  const file: unknown = JSON.parse(JSON.stringify(exportedTenantProfile({ ...profile, limits } as TenantProfile)))
  expect(file).not.toHaveProperty('id')
  expect(file).not.toHaveProperty('createdTime')
  const read = importedTenantProfile(file, t)
  expect(read.profile).toMatchObject({ name: 'Gold', default: false, isolatedTbRuleEngine: true })
  expect(read.profile).not.toHaveProperty('limits')
  expect(read.profile.profileData).toEqual(profile.profileData)
  expect(read.limits).toEqual(limits)
})

test('limits that are typed are sent, those left empty are not; what is wrong is named', () => {
  const { max } = limitOf('telemetryKeys')
  const draft = draftOfTenantProfile(profile, { telemetryKeys: 20_000 })
  expect([draft.telemetryKeys, draft.nodeVisits]).toEqual(['20000', ''])
  expect(wireLimits({ ...draft, attributes: ' 7 ' })).toEqual({ telemetryKeys: 20_000, attributes: 7 })
  const fieldError = (telemetryKeys: string) => tenantProfileErrors({ ...draft, telemetryKeys }, t).telemetryKeys
  for (const right of ['', '1', String(max)]) expect(fieldError(right)).toBeUndefined()
  for (const wrong of ['0', String(max + 1), '1.5', '-1', 'x'])
    expect(fieldError(wrong)).toBe('Enter a whole number from 1 to 100,000, or leave empty.')
})

test('a file of another platform has no limits; one with limits that cannot be is refused by name', () => {
  const file = exportedTenantProfile(profile)
  const read = (limits: unknown) => importedTenantProfile({ ...file, limits }, t)
  expect(importedTenantProfile(file, t).limits).toEqual({})
  expect(() => read({ maxThings: 1 })).toThrow(/unknown limit, maxThings/)
  expect(() => read({ telemetryKeys: 0 })).toThrow(/telemetryKeys in the file must be a whole number from 1 to 100,000/)
  expect(() => read({ telemetryKeys: '5' })).toThrow(/telemetryKeys/)
  expect(() => read([])).toThrow(/This file isn’t a tenant profile/)
})

test.each([[null], [[]], ['text'], [{ name: 'x' }], [{ name: 'x', profileData: {}, isolatedTbCore: 'no' }]])(
  'a file that holds %j is no profile',
  (content) => expect(() => importedTenantProfile(content, t)).toThrow(/This file isn’t a tenant profile/),
)
