import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { CheckField, TextField } from '../field/text-field.tsx'
import { useSubmit } from '../field/use-submit.ts'
import { Dialog } from './dialog.tsx'
import { FormDialog } from './form-dialog.tsx'

function Asking({ send, onClose }: { send: () => Promise<void>; onClose: () => void }) {
  const sending = useSubmit()
  return (
    <FormDialog
      title="Add pump"
      action="Add"
      sending={sending}
      onClose={onClose}
      onSubmit={() => void sending.submit(() => send().then(onClose))}
    >
      <p>Fields</p>
    </FormDialog>
  )
}

test('what is under way is not sent twice; what was said against it stands until it is tried again', async () => {
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const send = vi.fn(() => answers[send.mock.calls.length - 1]?.promise ?? Promise.resolve())
  const onClose = vi.fn()
  await renderPage(<Asking send={send} onClose={onClose} />, { client: {} })
  const add = screen.getByRole('button', { name: 'Add' })

  fireEvent.submit(screen.getByText('Fields').closest('form') ?? add)
  expect(add.getAttribute('aria-busy')).toBe('true')
  fireEvent.submit(screen.getByText('Fields').closest('form') ?? add)
  expect(send).toHaveBeenCalledTimes(1)

  answers[0]?.reject(new Error('The name is taken.'))
  expect(await screen.findByText('The name is taken.')).toBeTruthy()
  expect(add.getAttribute('aria-busy')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()

  fireEvent.click(add)
  expect(screen.queryByText('The name is taken.')).toBeNull()
  answers[1]?.resolve()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})

function Filled({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('Pump')
  const [isActive, setActive] = useState(false)
  const [hasName, setHasName] = useState(true)
  return (
    <FormDialog title="Edit pump" action="Save" onClose={onClose} onSubmit={() => {}}>
      {hasName && <TextField label="Name" value={name} onChange={setName} />}
      <CheckField label="Active" isChecked={isActive} onChange={setActive} />
      <button type="button" onClick={() => setHasName(false)}>
        Next step
      </button>
    </FormDialog>
  )
}

const pressEscape = () => fireEvent.keyDown(document, { key: 'Escape' })

test('Esc and the cross ask once where something was entered; Cancel and a form as it was do not', async () => {
  const onClose = vi.fn()
  await renderPage(<Filled onClose={onClose} />, { client: {} })
  pressEscape()
  expect(onClose).toHaveBeenCalledTimes(1)

  const name = screen.getByLabelText('Name')
  fireEvent.focus(name)
  fireEvent.input(name, { target: { value: 'Pump 7' } })
  pressEscape()
  expect(onClose).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect((name as HTMLInputElement).value).toBe('Pump 7')

  fireEvent.input(name, { target: { value: 'Pump' } })
  pressEscape()
  expect(onClose).toHaveBeenCalledTimes(2)

  fireEvent.click(screen.getByLabelText('Active'))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(onClose).toHaveBeenCalledTimes(3)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledTimes(4)
})

test('what was entered in a step that was left counts', async () => {
  const onClose = vi.fn()
  await renderPage(<Filled onClose={onClose} />, { client: {} })
  const name = screen.getByLabelText('Name')
  fireEvent.focus(name)
  fireEvent.input(name, { target: { value: 'Pump 7' } })
  fireEvent.click(screen.getByText('Next step'))
  pressEscape()
  expect(await screen.findByRole('alertdialog', { name: 'Discard changes?' })).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})

test('a change that no field shows counts', async () => {
  const onClose = vi.fn()
  await renderPage(
    <Dialog title="Pumps" isChanged onSubmit={() => {}} onClose={onClose}>
      <p>One was removed</p>
    </Dialog>,
    { client: {} },
  )
  pressEscape()
  expect(await screen.findByRole('alertdialog', { name: 'Discard changes?' })).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})
