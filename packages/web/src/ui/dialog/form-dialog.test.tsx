import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { useSubmit } from '../field/use-submit.ts'
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
