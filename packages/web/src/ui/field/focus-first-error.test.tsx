import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { focusFirstError } from './focus-first-error.ts'

function Form() {
  const [isTried, setTried] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        focusFirstError(event.currentTarget)
      }}
    >
      <input aria-label="Right" />
      <input aria-label="Wrong" aria-invalid={isTried} />
      <button type="submit">Save</button>
    </form>
  )
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

test('the focus is in the field that is wrong when the press ends, and stays where the user goes on', async () => {
  render(<Form />)
  // Outside of `act`, which would flush the pending React render.
  const button = screen.getByRole('button')
  button.click()
  expect(document.activeElement).toBe(screen.getByLabelText('Wrong'))
  screen.getByLabelText('Right').focus()
  await nextFrame()
  await nextFrame()
  expect(document.activeElement).toBe(screen.getByLabelText('Right'))
  fireEvent.submit(button)
  expect(document.activeElement).toBe(screen.getByLabelText('Wrong'))
})
