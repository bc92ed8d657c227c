import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { TextProvider } from '../locale/use-text.tsx'
import { englishTexts } from '../testing/render-page.tsx'
import { CodeEditor, type CodeEditorProps } from './code-editor.tsx'
import type { CodeFault } from './code-fault.ts'
import { editorsAreLoaded } from './testing.ts'

editorsAreLoaded()

function Host({ initial, ...props }: Partial<CodeEditorProps> & { initial: string }) {
  const [text, setText] = useState(initial)
  return (
    <TextProvider store={englishTexts()}>
      <CodeEditor label="Body" language="json" value={text} onChange={setText} {...props} />
      <output>{text}</output>
      <button type="button" onClick={() => setText('{"from":"outside"}')}>
        outside
      </button>
    </TextProvider>
  )
}

const textbox = () => screen.findByRole('textbox', { name: 'Body' })

test('is a named field that says how to leave it, and tells its faults with their place', async () => {
  const reported = vi.fn<(faults: readonly CodeFault[]) => void>()
  render(<Host initial={'{"a": 1,\n b: 2}'} error="Enter JSON." onFaults={reported} />)
  const box = await textbox()
  expect(box.getAttribute('aria-invalid')).toBe('true')
  const described = (box.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id))
  expect(described.map((element) => element?.textContent)).toEqual([
    'Enter JSON.',
    'Tab indents. Press Escape, then Tab to leave the editor.',
  ])
  await waitFor(() => expect(reported).toHaveBeenCalled())
  expect(reported.mock.lastCall?.[0]).toEqual([
    { from: 10, to: 11, line: 2, column: 2, message: 'A key in double quotes is expected here.' },
  ])
})

test('tidies JSON, keeps what is broken, and takes what comes from outside', async () => {
  render(<Host initial={'{"a":[1,2],"b":1.10}'} />)
  await textbox()
  const tidy = screen.getByRole('button', { name: 'Format' })
  await act(async () => fireEvent.click(tidy))
  expect(screen.getByRole('status').textContent).toBe('{\n    "a": [1, 2],\n    "b": 1.10\n}')
  fireEvent.click(screen.getByRole('button', { name: 'outside' }))
  await waitFor(async () => expect((await textbox()).textContent).toContain('outside'))
})

test('a broken text is not tidied, and the editor says why', async () => {
  render(<Host initial={'{"a":'} />)
  await textbox()
  fireEvent.click(screen.getByRole('button', { name: 'Format' }))
  expect(screen.getByText('Fix the errors to format the text.')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('{"a":')
})

test('read only: no tidying, and it says so', async () => {
  render(<Host initial="{}" isReadOnly />)
  expect((await textbox()).getAttribute('aria-readonly')).toBe('true')
  expect(screen.queryByRole('button', { name: 'Format' })).toBeNull()
})

test('full screen is left by Escape', async () => {
  render(<Host initial="{}" />)
  await textbox()
  fireEvent.click(screen.getByRole('button', { name: 'Full screen' }))
  expect(screen.getByRole('button', { name: 'Exit full screen' })).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(screen.getByRole('button', { name: 'Full screen' })).toBeTruthy()
})

test.each([
  ['javascript', 'function f( {'],
  ['css', '.a { color: red'],
  ['protobuf', 'syntax = "proto2"; message A {}'],
] as const)('marks a broken %s', async (language, text) => {
  const reported = vi.fn<(faults: readonly CodeFault[]) => void>()
  render(<Host initial={text} language={language} onFaults={reported} />)
  await textbox()
  await waitFor(() => expect(reported.mock.lastCall?.[0]).not.toHaveLength(0))
})
