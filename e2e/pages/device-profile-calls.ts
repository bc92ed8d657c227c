/** Device profiles for page tests: created and read over the API. */

import assert from 'node:assert/strict'
import type { ProfileAlarm } from '@sonde/model/device-profiles/alarm-rule'
import type { Stage } from './stage.ts'

interface Profile {
  readonly id: { readonly id: string }
  readonly name: string
  readonly transportType: string
  readonly provisionType: string
  readonly provisionDeviceKey: string | null
  readonly profileData: {
    readonly transportConfiguration: Readonly<Record<string, unknown>>
    readonly provisionConfiguration: { readonly provisionDeviceSecret: string | null }
    readonly alarms: readonly ProfileAlarm[] | null
  }
}

/** Alarm condition: compares the latest value of a telemetry key with a number. */
export const temperatureIs = (operation: 'GREATER' | 'LESS', limit: number) => ({
  condition: [
    {
      key: { type: 'TIME_SERIES', key: 'temperature' },
      valueType: 'NUMERIC',
      predicate: { type: 'NUMERIC', operation, value: { defaultValue: limit, userValue: null, dynamicValue: null } },
    },
  ],
  spec: { type: 'SIMPLE' },
})

export async function storedProfile({ call }: Stage, name: string): Promise<Profile> {
  const { data } = await call<{ data: Profile[] }>(
    'GET',
    `/api/deviceProfiles?pageSize=100&page=0&textSearch=${encodeURIComponent(name)}`,
  )
  const profile = data.find((one) => one.name === name)
  assert.ok(profile, `There is no profile ${name}.`)
  return profile
}

export const makeProfile = ({ call }: Stage, name: string, transportType = 'DEFAULT', settings: object = {}) =>
  call<Profile>('POST', '/api/deviceProfile', {
    name,
    type: 'DEFAULT',
    transportType,
    provisionType: 'DISABLED',
    profileData: {
      configuration: { type: 'DEFAULT' },
      transportConfiguration: { type: transportType, ...settings },
      provisionConfiguration: { type: 'DISABLED' },
      alarms: [],
    },
  })
