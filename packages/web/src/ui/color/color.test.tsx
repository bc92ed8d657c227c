import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { TextProvider } from '../../locale/use-text.tsx'
import { englishTexts } from '../../testing/render-page.tsx'
import { palette, readColor, writeColor } from './color.ts'
import { ColorField } from './color-field.tsx'

test.each([
  ['#f00', '#ff0000'],
  ['#3350D1', '#3350d1'],
  ['rgb(51, 80, 209)', '#3350d1'],
  ['rgba(51,80,209,0.5)', 'rgba(51, 80, 209, 0.5)'],
  ['rgb(51 80 209 / 50%)', 'rgba(51, 80, 209, 0.5)'],
  ['#3350d180', 'rgba(51, 80, 209, 0.5)'],
  ['hsl(120, 100%, 50%)', '#00ff00'],
  ['hsl(-120 50% 50%)', '#4040bf'],
])('reads %s', (text, written) => {
  const read = readColor(text)
  expect(read && writeColor(read)).toBe(written)
})

test.each(['', 'red-ish', '#12', '#12345', 'rgb(1,2)', 'rgb(a,b,c)', 'hsl(1,2,3)'])('refuses "%s"', (text) =>
  expect(readColor(text)).toBe(null),
)

test('every colour of the palette is written as it was read', () => {
  expect(palette.map((one) => writeColor(readColor(one) ?? { h: 0, s: 0, v: 0, a: 0 }))).toEqual(palette)
})

function Host({ reported }: { reported: (color: string) => void }) {
  const [color, setColor] = useState('#ff0000')
  return (
    <TextProvider store={englishTexts()}>
      <ColorField
        label="Line"
        value={color}
        onChange={(next) => {
          reported(next)
          setColor(next)
        }}
      />
    </TextProvider>
  )
}

test('is picked in a dialog that tells nothing when it is cancelled, and cleared', () => {
  const reported = vi.fn()
  render(<Host reported={reported} />)
  fireEvent.click(screen.getByRole('button', { name: 'Choose color of Line' }))
  fireEvent.click(screen.getByRole('button', { name: '#2196f3' }))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(reported).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Choose color of Line' }))
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Saturation and brightness' }), { key: 'ArrowLeft' })
  fireEvent.click(screen.getByRole('button', { name: 'Select' }))
  expect(reported).toHaveBeenLastCalledWith('#ff0505')
  fireEvent.click(screen.getByRole('button', { name: 'Clear Line' }))
  expect(reported).toHaveBeenLastCalledWith('')
})

test('what is no colour is told', () => {
  render(<Host reported={() => {}} />)
  fireEvent.change(screen.getByLabelText('Line'), { target: { value: '#12' } })
  expect(screen.getByText('Enter a color, such as #3350d1 or rgba(51, 80, 209, 0.5).')).toBeTruthy()
})
