import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { EntityForm, useEntityForm } from './use-entity-form.tsx'

interface Draft {
  readonly name: string
  readonly tags: readonly string[]
}

interface TestFormProps {
  readonly stored: Draft
  readonly save: (draft: Draft) => Promise<void>
  readonly reload?: () => Promise<Draft>
}

function TestForm({ stored, save, reload }: TestFormProps) {
  const form = useEntityForm({
    stored,
    fieldErrorsOf: ({ name }: Draft) => ({ name: name === '' ? 'Enter a name.' : undefined }),
    save,
    reload,
    saved: 'Thing saved',
  })
  return (
    <EntityForm form={form}>
      <TextField
        label="Name"
        value={form.draft.name}
        error={form.fieldErrors.name}
        onBlur={() => form.touch('name')}
        onChange={(name) => form.change({ name })}
      />
      <button type="button" onClick={() => form.change({ tags: ['a'] })}>
        Tag a
      </button>
    </EntityForm>
  )
}

const stored: Draft = { name: 'Pump', tags: ['a'] }
const type = (name: string) => fireEvent.change(screen.getByLabelText('Name'), { target: { value: name } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('what is changed is counted by what it holds, saved once, and then unchanged', async () => {
  const save = vi.fn(async () => {})
  await renderPage(<TestForm stored={stored} save={save} />, { client: {} })
  press('Tag a')
  expect(screen.queryByText(/unsaved/)).toBeNull()
  type('Pump 2')
  expect(screen.getByText('1 unsaved change')).toBeTruthy()
  press('Save')
  expect(await screen.findByText('Thing saved')).toBeTruthy()
  expect(save).toHaveBeenCalledExactlyOnceWith({ name: 'Pump 2', tags: ['a'] })
  expect(screen.queryByText(/unsaved/)).toBeNull()
})

test('a fault shows once its field was left, and keeps the form from being sent', async () => {
  const save = vi.fn(async () => {})
  await renderPage(<TestForm stored={stored} save={save} />, { client: {} })
  type('')
  expect(screen.queryByText('Enter a name.')).toBeNull()
  fireEvent.blur(screen.getByLabelText('Name'))
  expect(screen.getByText('Enter a name.')).toBeTruthy()
  press('Save')
  expect(save).not.toHaveBeenCalled()
})

test('a refusal stays in the form with what was typed', async () => {
  const save = async () => {
    throw new Error('The name is taken.')
  }
  await renderPage(<TestForm stored={stored} save={save} />, { client: {} })
  type('Pump 3')
  press('Save')
  expect(await screen.findByText('The name is taken.')).toBeTruthy()
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Pump 3')
})

test('what somebody else changed meanwhile is not overwritten unasked', async () => {
  const save = vi.fn(async () => {})
  const reload = async () => ({ ...stored, name: 'Valve' })
  await renderPage(<TestForm stored={stored} save={save} reload={reload} />, { client: {} })
  type('Pump 4')
  press('Save')
  expect(await screen.findByText('Someone else changed this.')).toBeTruthy()
  expect(save).not.toHaveBeenCalled()
  press('Overwrite')
  await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith({ name: 'Pump 4', tags: ['a'] }))
})

test('theirs are shown instead, also before the page has them', async () => {
  const save = vi.fn(async () => {})
  const reload = async () => ({ ...stored, name: 'Valve' })
  await renderPage(<TestForm stored={stored} save={save} reload={reload} />, { client: {} })
  type('Pump 5')
  press('Save')
  await screen.findByText('Someone else changed this.')
  press('Discard my changes')
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Valve')
  expect(screen.queryByText(/unsaved/)).toBeNull()
  expect(save).not.toHaveBeenCalled()
})
