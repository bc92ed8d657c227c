import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { ImageField } from './image-field.tsx'
import { imageBytesMax } from './image-file.ts'

function Picture() {
  const [image, setImage] = useState('')
  return (
    <>
      <ImageField label="Image" value={image} onChange={setImage} />
      <output aria-label="kept">{image}</output>
    </>
  )
}

test('a picture is kept as a data URL; what is none, or too large, is told', async () => {
  await renderPage(<Picture />, { client: {} })
  const give = (file: File) => fireEvent.change(screen.getByLabelText('Image file'), { target: { files: [file] } })
  const retained = () => screen.getByLabelText('kept').textContent
  give(new File(['x'], 'a.txt', { type: 'text/plain' }))
  expect(await screen.findByText(/a\.txt isn’t an image/)).toBeTruthy()
  give(new File([new Uint8Array(imageBytesMax + 1)], 'b.png', { type: 'image/png' }))
  expect(await screen.findByText(/larger than 512 KB/)).toBeTruthy()
  give(new File(['x'], 'c.png', { type: 'image/png' }))
  await waitFor(() => expect(retained()).toBe('data:image/png;base64,eA=='))
  expect(screen.queryByText(/larger than 512 KB/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Remove image' }))
  expect(retained()).toBe('')
})
