import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { englishTexts, renderPage } from '../testing/render-page.tsx'
import { DeclaredFields } from './declared-fields.tsx'
import { area, check, fieldList, image, line } from './field-list.ts'

const { t } = englishTexts().current
const list = fieldList({
  title: line({
    label: 'dashboards.dashboardTitle',
    required: 'dashboards.titleRequired',
    check: (text) => (text === 'No' ? 'Not this one.' : undefined),
  }),
  description: area({ label: 'widgetsBundles.description', help: 'widgetsBundles.length', lengthMax: 10 }),
  note: area({ label: 'users.description' }),
  picture: image({ label: 'dashboards.image' }),
  isHidden: check({ label: 'dashboards.mobileHide' }),
})
const fieldErrorsOf = (part: Partial<typeof list.empty>) =>
  list.fieldErrorsOf({ ...list.empty, title: 'x', ...part }, t)

test('the empty draft and the check come from the declaration', () => {
  expect(list.empty).toEqual({ title: '', description: '', note: '', picture: '', isHidden: false })
  expect(Object.values(fieldErrorsOf({})).filter(Boolean)).toEqual([])
  expect(fieldErrorsOf({ title: ' ' }).title).toBe('Enter a title.')
  expect(fieldErrorsOf({ title: 'No' }).title).toBe('Not this one.')
  expect(fieldErrorsOf({ title: 'x'.repeat(255) }).title).toBeUndefined()
  expect(fieldErrorsOf({ title: 'x'.repeat(256) }).title).toMatch(/256/)
  expect(fieldErrorsOf({ description: 'x'.repeat(10) }).description).toBeUndefined()
  expect(fieldErrorsOf({ description: 'x'.repeat(11) }).description).toMatch(/11/)
  expect(fieldErrorsOf({ note: 'x'.repeat(5000) }).note).toBeUndefined()
})

function Form() {
  const [draft, setDraft] = useState({ ...list.empty, title: 'Plant' })
  const [touched, setTouched] = useState('')
  const change = (part: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...part }))
  return (
    <>
      <DeclaredFields
        list={list}
        fields={{ draft, change, touch: setTouched, fieldErrors: { title: 'Wrong.' } }}
        only={['title', 'description', 'isHidden']}
      />
      <output>{JSON.stringify([draft, touched])}</output>
    </>
  )
}

test('fields are drawn in the order asked for, with what was typed, its fault and its length', async () => {
  await renderPage(<Form />, { client: {} })
  const title = screen.getByLabelText('Title')
  expect((title as HTMLInputElement).value).toBe('Plant')
  expect(screen.getByText('Wrong.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText(/Description/), { target: { value: 'four' } })
  fireEvent.click(screen.getByLabelText('Hide in the mobile app'))
  fireEvent.blur(title)
  const [draft, touched] = JSON.parse(screen.getByRole('status').textContent ?? '')
  expect(draft).toMatchObject({ title: 'Plant', description: 'four', isHidden: true })
  expect(touched).toBe('title')
  expect(screen.getByText(/4.*10/)).toBeTruthy()
})
