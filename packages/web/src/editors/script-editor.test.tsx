import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TextProvider } from '../locale/use-text.tsx'
import { englishTexts } from '../testing/render-page.tsx'
import { ScriptEditor, type ScriptEditorProps } from './script-editor.tsx'
import { outcomeFault } from './script-outcome.ts'
import { editorsAreLoaded } from './testing.ts'

editorsAreLoaded()

const { t } = englishTexts()
const argNames = ['msg', 'metadata', 'msgType']

function draw(value: string, props: Partial<ScriptEditorProps> = {}) {
  const told = vi.fn<(isValid: boolean) => void>()
  render(
    <TextProvider store={englishTexts()}>
      <ScriptEditor
        label="Filter"
        functionName="Filter"
        argNames={argNames}
        value={value}
        onChange={() => {}}
        onValid={told}
        {...props}
      />
    </TextProvider>,
  )
  return told
}

test.each([
  ['return msg.temperature > 20;', true],
  ['const { level, other: { deep = 1 } } = msg; return { level, deep: [deep] };', true],
  ['var total = 0; for (const key of Object.keys(msg)) total += msg[key]; return total > 1', true],
  ['return msgg.temperature > 20;', false],
  ['return msg.temperature >', false],
  ['try { return JSON.parse(msg) } catch (e) { return undefined }', true],
])('"%s" is valid: %s', async (body, isValid) => {
  const told = draw(body)
  await waitFor(() => expect(told).toHaveBeenCalled())
  expect(told.mock.lastCall).toEqual([isValid])
})

test('shows the head of the function, and leaves unknown names where they are allowed', async () => {
  const told = draw('return ctx', { allowsUnknownNames: true })
  expect(screen.getByText('function Filter(msg, metadata, msgType) {')).toBeTruthy()
  await waitFor(() => expect(told.mock.lastCall).toEqual([true]))
})

test('what it returns with the samples must be of the type', async () => {
  const samples = [[{ temperature: 1 }]]
  const run = vi.fn(async () => ({ kind: 'returned', type: 'string' }) as const)
  const told = draw('return "x"', { samples, resultType: 'boolean', run })
  await waitFor(() => expect(told.mock.lastCall).toEqual([false]))
  expect(run).toHaveBeenCalledWith({ argNames, body: 'return "x"', samples })
})

test('says what stands against an outcome', () => {
  expect(outcomeFault({ kind: 'returned', type: 'nothing' }, 'any', t)).toBe('The script returns nothing.')
  expect(outcomeFault({ kind: 'returned', type: 'array' }, 'any', t)).toBeUndefined()
  expect(outcomeFault({ kind: 'returned', type: 'array' }, 'object', t)).toBe(
    'The script returns a list; an object is expected.',
  )
  expect(outcomeFault({ kind: 'returned', type: 'nothing' }, 'nocheck', t)).toBeUndefined()
  expect(outcomeFault({ kind: 'threw', name: 'TypeError', message: 'x is not a function' }, 'any', t)).toBe(
    'Error: TypeError: x is not a function',
  )
  expect(outcomeFault({ kind: 'endless' }, 'any', t)).toBe('The script does not end within a second.')
})
