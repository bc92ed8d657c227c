import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { englishTexts, renderPage } from '../../../testing/render-page.tsx'
import DeviceTransportFields from './device-transport-fields.tsx'
import {
  type DeviceTransportDraft,
  deviceTransportErrors,
  draftOfDeviceTransport,
  wireOfDeviceTransport,
} from './device-transport-input.ts'

const { t } = englishTexts()
const snmp = (over: Partial<DeviceTransportDraft['snmp']> = {}): DeviceTransportDraft => {
  const draft = draftOfDeviceTransport({ type: 'SNMP' })
  return { ...draft, snmp: { ...draft.snmp, ...over } }
}
const power = (over: Partial<DeviceTransportDraft['power']>): DeviceTransportDraft => {
  const draft = draftOfDeviceTransport({ type: 'LWM2M' })
  return { ...draft, power: { ...draft.power, ...over } }
}

function Form({ initial }: { initial: DeviceTransportDraft }) {
  const [draft, setDraft] = useState(initial)
  return <DeviceTransportFields draft={draft} onChange={setDraft} showsErrors={false} />
}

test('a new SNMP device is looked for on this machine, with version 2c and the public community', () => {
  expect(wireOfDeviceTransport(snmp(), null)).toMatchObject({
    type: 'SNMP',
    host: 'localhost',
    port: 161,
    protocolVersion: 'V2C',
    community: 'public',
    username: null,
  })
})

test('version 3 needs its user and both passphrases; the community is not asked for then', () => {
  const draft = snmp({ version: 'V3', community: '' })
  expect(
    Object.entries(deviceTransportErrors(draft, t)).flatMap(([at, fieldError]) => (fieldError ? [at] : [])),
  ).toEqual(['username', 'authenticationPassphrase', 'privacyPassphrase'])
  expect(wireOfDeviceTransport(draft, null)).toMatchObject({
    community: null,
    securityName: 'public',
    authenticationProtocol: 'SHA_512',
    privacyProtocol: 'DES',
  })
})

test('a port is a number up to 65535, and 0 is one', () => {
  const fieldError = (port: string) => deviceTransportErrors(snmp({ port }), t).port
  expect([fieldError('0'), fieldError('65535')]).toEqual([undefined, undefined])
  expect([fieldError('65536'), fieldError('-1'), fieldError('1.5'), fieldError('')].every(Boolean)).toBe(true)
})

test('a device that says nothing of sleep does as its profile says; timers have their least', () => {
  expect(wireOfDeviceTransport(power({}), null)).toEqual({
    type: 'LWM2M',
    powerMode: null,
    psmActivityTimer: null,
    edrxCycle: null,
    pagingTransmissionWindow: null,
  })
  const timer = (value: string) => power({ powerMode: 'PSM', psmActivityTimer: { value, unit: 'MILLISECONDS' } })
  expect(deviceTransportErrors(timer('1280'), t)['power.psmActivityTimer']).toBeUndefined()
  expect(deviceTransportErrors(timer('1279'), t)['power.psmActivityTimer']).toContain('1.28')
})

test('what the form does not know stays, until the device has another transport', () => {
  const stored = { type: 'SNMP', host: '10.0.0.7', port: 1161, protocolVersion: 'V1', community: 'plant', extra: 1 }
  const draft = draftOfDeviceTransport(stored)
  expect(wireOfDeviceTransport(draft, stored)).toMatchObject(stored)
  expect(wireOfDeviceTransport({ ...draft, type: 'MQTT' }, stored)).toEqual({ type: 'MQTT' })
})

test('the form asks for what the version needs, and tells a fault once the field was left', async () => {
  await renderPage(<Form initial={snmp()} />, { client: {} })
  expect(screen.queryByLabelText('Username')).toBeNull()
  fireEvent.change(screen.getByLabelText('Port'), { target: { value: 'x' } })
  expect(screen.queryByText('Enter a number from 0 to 65535.')).toBeNull()
  fireEvent.blur(screen.getByLabelText('Port'))
  await screen.findByText('Enter a number from 0 to 65535.')
  fireEvent.change(screen.getByLabelText('Version'), { target: { value: 'V3' } })
  screen.getByLabelText('Username')
  expect(screen.getByLabelText('Privacy passphrase').getAttribute('type')).toBe('password')
  expect(screen.queryByLabelText('Community')).toBeNull()
})

test('how a device sleeps is its profile’s choice unless it says otherwise', async () => {
  await renderPage(<Form initial={power({})} />, { client: {} })
  const mode = screen.getByLabelText('Power saving mode')
  expect((mode as HTMLSelectElement).selectedOptions[0]?.textContent).toBe('Set by the profile')
  expect(screen.queryByLabelText('eDRX cycle')).toBeNull()
  fireEvent.change(mode, { target: { value: 'E_DRX' } })
  screen.getByLabelText('eDRX cycle')
  screen.getByLabelText('Paging window')
})
