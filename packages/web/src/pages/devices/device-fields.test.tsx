import { createDeviceProfileCalls } from '@sonde/client/device-profiles/device-profile-calls'
import type { TransportType } from '@sonde/model/device-profiles/profile-types'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { recordedRest } from '../../testing/recorded-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ProfileField } from './device-fields.tsx'

const profile = (name: string, transportType: TransportType) => ({
  id: { entityType: 'DEVICE_PROFILE', id: name.toLowerCase() },
  name,
  transportType,
})
const profiles = [profile('Meter', 'DEFAULT'), profile('Tracker', 'MQTT')]

interface FormProps {
  readonly initial: string
  readonly known?: { readonly id: string; readonly name: string }
}

function Form({ initial, known }: FormProps) {
  const [chosen, setChosen] = useState({ id: initial, type: '' })
  return (
    <>
      <ProfileField value={chosen.id} known={known} onChange={(id, type) => setChosen({ id, type })} />
      <output>{`${chosen.id} ${chosen.type}`}</output>
    </>
  )
}

async function draw(props: FormProps) {
  const recorded = recordedRest(({ path, query }) => {
    if (path.startsWith('/api/deviceProfileInfo/')) return profiles.find(({ id }) => path.endsWith(`/${id.id}`))
    const data = profiles.filter(({ name }) => name.includes(String(query?.textSearch ?? '')))
    return { data, totalPages: 1, totalElements: data.length, hasNext: false }
  })
  await renderPage(<Form {...props} />, { client: { deviceProfiles: createDeviceProfileCalls(recorded.rest) } })
  return { ...recorded, field: screen.getByLabelText<HTMLInputElement>('Profile') }
}

test('any profile is found by its name and chosen with its transport', async () => {
  const { field, calls } = await draw({ initial: 'meter' })
  await waitFor(() => expect(field.value).toBe('Meter'))
  fireEvent.click(field)
  fireEvent.change(field, { target: { value: 'Track' } })
  await waitFor(() => expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(1))
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(screen.getByRole('status', { hidden: true }).textContent).toBe('tracker MQTT')
  expect(field.value).toBe('Tracker')
  expect(calls.filter(({ query }) => query?.textSearch === 'Track')).toHaveLength(1)
  // The name of what was chosen is known.
  expect(calls.some(({ path }) => path.endsWith('/tracker'))).toBe(false)
})

test('a device keeps a profile: the field can’t be cleared, and a text that is no profile changes nothing', async () => {
  const { field, calls } = await draw({ initial: 'meter', known: { id: 'meter', name: 'Meter' } })
  expect(field.value).toBe('Meter')
  expect(calls).toEqual([])
  expect(screen.queryByRole('button', { name: 'Clear Profile' })).toBeNull()
  fireEvent.change(field, { target: { value: 'Nothing' } })
  fireEvent.blur(field)
  expect(field.value).toBe('Meter')
  expect(screen.getByRole('status', { hidden: true }).textContent).toBe('meter ')
})
