import { ApiError } from '@sonde/client'
import { createDeviceCalls } from '@sonde/client/devices/device-calls'
import { NIL_UUID } from '@sonde/model/ids'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { OtaPackageField } from '../ota-packages/ota-package-field.tsx'
import { QueueField } from '../queues/queue-field.tsx'
import { RelationTypeField } from '../relations/relation-type-field.tsx'
import { type RecordedCall, recordedRest } from '../testing/recorded-calls.ts'
import { englishTexts, renderPage } from '../testing/render-page.tsx'
import { ofTypeAlone } from './entity-select.tsx'
import { EntitySubtypeListField, subtypeError } from './entity-subtype-field.tsx'
import { EntityTypeListField } from './entity-type-field.tsx'
import { type Gateway, GatewayField } from './gateway-field.tsx'

const page = (data: readonly unknown[]) => ({ data, totalPages: 1, totalElements: data.length, hasNext: false })
const device = (id: string, name: string, gateway: boolean) => ({
  id: { entityType: 'DEVICE', id },
  name,
  additionalInfo: { gateway },
})

function clientOf(answer: (call: RecordedCall) => unknown) {
  const recorded = recordedRest(answer)
  return { ...recorded, client: { rest: recorded.rest, devices: createDeviceCalls(recorded.rest) } }
}

async function type(label: string, text: string) {
  const input = screen.getByLabelText(label)
  fireEvent.click(input)
  fireEvent.change(input, { target: { value: text } })
  return input
}

test('a type is required in words of its entity, and has at most 255 characters', () => {
  const { t } = englishTexts()
  expect(subtypeError('ASSET', ' ', true, t)).toBe('Enter an asset type.')
  expect(subtypeError('DEVICE', '', false, t)).toBeUndefined()
  expect(subtypeError('DEVICE', 'x'.repeat(255), true, t)).toBeUndefined()
  expect(subtypeError('DEVICE', 'x'.repeat(256), true, t)).toMatch(/at most 255/)
})

type Report = (value: unknown) => void

function Types({ reported }: { reported: Report }) {
  const [types, setTypes] = useState<readonly string[] | null>(null)
  const change = (next: readonly string[] | null) => {
    reported(next)
    setTypes(next)
  }
  return <EntitySubtypeListField entityType="DEVICE" value={types} onChange={change} />
}

test('types that begin like the text are offered, others are taken trimmed, and the last removed gives null', async () => {
  const reported = vi.fn()
  const { client } = clientOf(() => [{ type: 'Pump' }, { type: 'tank' }])
  await renderPage(<Types reported={reported} />, { client })
  const input = await type('Device types', 'pu')
  expect(await screen.findByRole('option', { name: 'Pump' })).toBeTruthy()
  expect(screen.queryByRole('option', { name: 'tank' })).toBeNull()
  fireEvent.change(input, { target: { value: ' valve ' } })
  await act(async () => fireEvent.blur(input))
  expect(reported).toHaveBeenLastCalledWith(['valve'])
  fireEvent.click(screen.getByRole('button', { name: 'Remove valve' }))
  expect(reported).toHaveBeenLastCalledWith(null)
})

test('a type that is not known stands there as such', async () => {
  const reported = vi.fn()
  await renderPage(<EntityTypeListField types={['DEVICE']} value={['NEW']} onChange={reported} />, { client: {} })
  fireEvent.click(screen.getByRole('button', { name: 'Remove Unknown' }))
  expect(reported).toHaveBeenCalledWith(null)
})

test('the current tenant and its like need no entity', () => {
  expect(ofTypeAlone('CURRENT_CUSTOMER')).toEqual({ entityType: 'CURRENT_CUSTOMER', id: NIL_UUID })
  expect(ofTypeAlone('DEVICE')).toBeNull()
})

function Gateways({ deviceName, reported }: { deviceName: string; reported: (gateway: Gateway | null) => void }) {
  const [gateway, setGateway] = useState<Gateway | null>(null)
  return (
    <GatewayField
      value={gateway}
      deviceName={deviceName}
      onChange={(next) => {
        reported(next)
        setGateway(next)
      }}
    />
  )
}

test('the gateway named like the device is chosen at first; another name makes one, unless a device has it', async () => {
  const reported = vi.fn()
  const { client, of } = clientOf(({ method, path, query, body }) => {
    if (path === '/api/tenant/deviceInfos') {
      return page([device('1', 'G-01', true), device('2', 'Pump', false), device('3', 'G-03', true)])
    }
    if (method === 'POST') return { ...(body as object), id: { entityType: 'DEVICE', id: '9' } }
    if (query?.deviceName === 'Pump') return device('2', 'Pump', false)
    throw new Error('not found')
  })
  await renderPage(<Gateways deviceName="G-03" reported={reported} />, { client })
  await waitFor(() => expect(reported).toHaveBeenLastCalledWith({ id: '3', name: 'G-03' }))

  const choose = async (name: string) => {
    await type('Gateway', name)
    fireEvent.click(await screen.findByRole('option', { name: new RegExp(name) }))
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Create gateway' })))
  }
  await choose('Pump')
  expect(await screen.findByText(/A device named Pump exists/)).toBeTruthy()
  expect(of('POST')).toHaveLength(0)
  await choose('G-04')
  await waitFor(() => expect(reported).toHaveBeenLastCalledWith({ id: '9', name: 'G-04' }))
  expect(of('POST')[0]?.body).toEqual({ name: 'G-04', label: null, type: 'Gateway', additionalInfo: { gateway: true } })
})

function Packages({ reported }: { reported: Report }) {
  const [profile, setProfile] = useState('p1')
  return (
    <>
      <OtaPackageField deviceProfileId={profile} value="there" onChange={(id) => reported(['there', id])} />
      <OtaPackageField type="SOFTWARE" deviceProfileId="p" value="gone" onChange={(id) => reported(['gone', id])} />
      <button type="button" onClick={() => setProfile('p2')}>
        other
      </button>
    </>
  )
}

test('a package that is gone is cleared, and another profile resets the choice', async () => {
  const reported = vi.fn()
  const { client } = clientOf(({ path }) => {
    if (path.endsWith('/info/gone')) throw new ApiError({ status: 404, message: 'not found', method: 'GET', path })
    return { id: { entityType: 'OTA_PACKAGE', id: 'there' }, title: 'core', version: '2' }
  })
  await renderPage(<Packages reported={reported} />, { client })
  await waitFor(() => expect(reported).toHaveBeenCalledWith(['gone', '']))
  expect(screen.getByLabelText<HTMLInputElement>('Firmware').value).toBe('core (2)')
  expect(reported).not.toHaveBeenCalledWith(['there', ''])
  fireEvent.click(screen.getByRole('button', { name: 'other' }))
  expect(reported).toHaveBeenCalledWith(['there', ''])
})

test('queues by their beginning; a relation type of any text up to 255 characters', async () => {
  const { client } = clientOf(() => ['Main', 'HighPriority'])
  await renderPage(
    <>
      <QueueField value="" onChange={() => {}} isTouched />
      <RelationTypeField value={'x'.repeat(256)} onChange={() => {}} />
    </>,
    { client },
  )
  expect(screen.getByText('Choose a queue.')).toBeTruthy()
  expect(screen.getByLabelText('Relation type').getAttribute('aria-invalid')).toBe('true')
  await type('Queue', 'hi')
  expect(await screen.findByRole('option', { name: 'HighPriority' })).toBeTruthy()
  expect(screen.queryByRole('option', { name: 'Main' })).toBeNull()
})
