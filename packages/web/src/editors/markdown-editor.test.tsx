import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TextProvider } from '../locale/use-text.tsx'
import { englishTexts } from '../testing/render-page.tsx'
import { MarkdownEditor } from './markdown-editor.tsx'
import { MarkdownView } from './markdown-view.tsx'
import { editorsAreLoaded } from './testing.ts'

editorsAreLoaded()

const draw = (children: React.ReactNode) => render(<TextProvider store={englishTexts()}>{children}</TextProvider>)

test('what is written can be read; markup is text, links open in a tab of their own', async () => {
  draw(
    <MarkdownEditor
      label="Notes"
      value={'# Pump\n\n<b onclick="x">bold</b> [docs](https://sonde.example) [bad](javascript:alert(1))'}
      onChange={() => {}}
    />,
  )
  fireEvent.click(screen.getByRole('radio', { name: 'Preview' }))
  expect(await screen.findByRole('heading', { name: 'Pump' })).toBeTruthy()
  const link = screen.getByRole('link', { name: 'docs' })
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    'https://sonde.example',
    'noopener noreferrer',
  ])
  expect(document.querySelector('b')).toBeNull()
  expect(screen.getByText('bad').getAttribute('href')).toBe('')
})

test('what cannot be drawn says so, or stands there plain', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.resetModules()
  vi.doMock('./markdown-body.tsx', () => ({
    default: () => {
      throw new Error('broken')
    },
  }))
  const { MarkdownView: Broken } = await import('./markdown-view.tsx')
  const { TextProvider: Texts } = await import('../locale/use-text.tsx')
  const store = (await import('../testing/render-page.tsx')).englishTexts()
  render(
    <Texts store={store}>
      <Broken text="one" />
      <Broken text="two" isPlainOnFailure />
    </Texts>,
  )
  expect(await screen.findByText('Couldn’t render the Markdown.')).toBeTruthy()
  expect(screen.getByText('two')).toBeTruthy()
  vi.doUnmock('./markdown-body.tsx')
  expect(MarkdownView).toBeTruthy()
})
