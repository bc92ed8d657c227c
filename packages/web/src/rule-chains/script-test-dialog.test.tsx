import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { editorsAreLoaded } from '../editors/testing.ts'
import { recordedRest } from '../testing/recorded-calls.ts'
import { renderPage } from '../testing/render-page.tsx'
import { messageTypeOption } from './message-type-field.tsx'
import { ScriptTestDialog } from './script-test-dialog.tsx'

editorsAreLoaded()

async function draw(
  answer: { output: string; error: string },
  metadata: Record<string, string> = { deviceName: 'Pump' },
) {
  const recorded = recordedRest(() => answer)
  const closed = vi.fn()
  await renderPage(
    <ScriptTestDialog
      scriptLabel="Filter"
      functionName="Filter"
      argNames={['msg', 'metadata', 'msgType']}
      scriptType="filter"
      script="return true;"
      msgType="POST_TELEMETRY_REQUEST"
      msg={'{"temperature":22.4}'}
      metadata={metadata}
      onClose={closed}
    />,
    { client: { rest: recorded.rest } },
  )
  await screen.findByRole('textbox', { name: 'Output' })
  return { recorded, closed }
}

const button = (name: string) => screen.getByRole('button', { name, exact: true } as { name: string })

test('sends what is there to the platform and shows what comes out', async () => {
  const { recorded } = await draw({ output: '{"a":1}', error: '' })
  expect(screen.getByLabelText<HTMLInputElement>('Message type').value).toBe('Post telemetry')
  await act(async () => fireEvent.click(button('Test')))
  expect(recorded.of('POST')[0]?.body).toEqual({
    argNames: ['msg', 'metadata', 'msgType'],
    scriptType: 'filter',
    msgType: 'POST_TELEMETRY_REQUEST',
    msg: '{\n    "temperature": 22.4\n}',
    metadata: { deviceName: 'Pump' },
    script: 'return true;',
  })
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Output' }).textContent).toContain('"a": 1'))
  expect(button('Save')).toHaveProperty('disabled', true)
})

test('an error of the script is told and leaves no output; without metadata nothing is tested', async () => {
  await draw({ output: 'x', error: 'Error: TypeError: y is not defined' })
  await act(async () => fireEvent.click(button('Test')))
  expect(await screen.findByText('Error: TypeError: y is not defined')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Output' }).textContent).toBe('')
  fireEvent.click(button('Remove row 1'))
  expect(screen.getByText('Add at least one row of metadata.')).toBeTruthy()
  expect(button('Test')).toHaveProperty('disabled', true)
})

test('types are known by their name or taken as they are', () => {
  expect(messageTypeOption('post telemetry').value).toBe('POST_TELEMETRY_REQUEST')
  expect(messageTypeOption('MY_EVENT')).toEqual({ value: 'MY_EVENT', label: 'MY_EVENT' })
})
