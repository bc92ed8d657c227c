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
  const reported = vi.fn<(isValid: boolean) => void>()
  render(
    <TextProvider store={englishTexts()}>
      <ScriptEditor
        label="Filter"
        functionName="Filter"
        argNames={argNames}
        value={value}
        onChange={() => {}}
        onValid={reported}
        {...props}
      />
    </TextProvider>,
  )
  return reported
}

test.each([
  ['return msg.temperature > 20;', true],
  ['const { level, other: { deep = 1 } } = msg; return { level, deep: [deep] };', true],
  ['var total = 0; for (const key of Object.keys(msg)) total += msg[key]; return total > 1', true],
  ['return msgg.temperature > 20;', false],
  ['return msg.temperature >', false],
  ['try { return JSON.parse(msg) } catch (e) { return undefined }', true],
])('"%s" is valid: %s', async (body, isValid) => {
  const reported = draw(body)
  await waitFor(() => expect(reported).toHaveBeenCalled())
  expect(reported.mock.lastCall).toEqual([isValid])
})

test('shows the head of the function, and leaves unknown names where they are allowed', async () => {
  const reported = draw('return ctx', { allowsUnknownNames: true })
  expect(screen.getByText('function Filter(msg, metadata, msgType) {')).toBeTruthy()
  await waitFor(() => expect(reported.mock.lastCall).toEqual([true]))
})

test('what it returns with the samples must be of the type', async () => {
  const samples = [[{ temperature: 1 }]]
  const run = vi.fn(async () => ({ kind: 'returned', type: 'string' }) as const)
  const reported = draw('return "x"', { samples, resultType: 'boolean', run })
  await waitFor(() => expect(reported.mock.lastCall).toEqual([false]))
  expect(run).toHaveBeenCalledWith({ argNames, body: 'return "x"', samples })
})

test('says what stands against an outcome', () => {
  expect(outcomeFault({ kind: 'returned', type: 'nothing' }, 'any', t)).toBe('The script returns nothing.')
  expect(outcomeFault({ kind: 'returned', type: 'array' }, 'any', t)).toBeUndefined()
  expect(outcomeFault({ kind: 'returned', type: 'array' }, 'object', t)).toBe(
    'The script returns an array. Expected: an object.',
  )
  expect(outcomeFault({ kind: 'returned', type: 'nothing' }, 'nocheck', t)).toBeUndefined()
  expect(outcomeFault({ kind: 'threw', name: 'TypeError', message: 'x is not a function' }, 'any', t)).toBe(
    'TypeError: x is not a function',
  )
  expect(outcomeFault({ kind: 'endless' }, 'any', t)).toBe('The script didn’t end within a second.')
})
