import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TextProvider } from '../../locale/use-text.tsx'
import { englishTexts } from '../../testing/render-page.tsx'
import { Led } from './led.tsx'

test('says its state, has its size, and is off in the colour for off', () => {
  const { rerender } = render(<Led label="Pump" isOn color="#0a0" colorOff="#a00" />, {
    wrapper: ({ children }) => <TextProvider store={englishTexts()}>{children}</TextProvider>,
  })
  const on = screen.getByRole('img', { name: 'Pump: on' })
  expect([on.style.width, on.style.color]).toEqual(['50px', 'rgb(0, 170, 0)'])
  rerender(<Led label="Pump" isOn={false} color="#0a0" colorOff="#a00" size={20} />)
  const off = screen.getByRole('img', { name: 'Pump: off' })
  expect([off.style.width, off.style.color]).toEqual(['20px', 'rgb(170, 0, 0)'])
})
