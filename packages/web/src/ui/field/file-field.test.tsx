import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { TextProvider } from '../../locale/use-text.tsx'
import { englishTexts } from '../../testing/render-page.tsx'
import { type ChosenFile, FileField, type FileFieldProps } from './file-field.tsx'

function Host(props: Partial<FileFieldProps>) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  return (
    <TextProvider store={englishTexts()}>
      <FileField label="Model" value={files} onChange={setFiles} {...props} />
      <output>{JSON.stringify(files.map(({ name, text }) => [name, text]))}</output>
    </TextProvider>
  )
}

const give = (...files: File[]) => fireEvent.change(screen.getByLabelText('File of Model'), { target: { files } })
const reported = () => screen.getByRole('status').textContent

test('only allowed endings are taken; what is not is named', async () => {
  render(<Host allowedExtensions="json, .CSV" readsText />)
  give(new File(['x'], 'a.txt'))
  expect(await screen.findByText('a.txt can’t be used. Choose a file that ends in .json, .csv.')).toBeTruthy()
  give(new File(['{}'], 'B.JSON'))
  await waitFor(() => expect(reported()).toBe('[["B.JSON","{}"]]'))
  expect(screen.queryByText(/cannot be taken/)).toBeNull()
})

test('several: a file chosen again takes its own place, and each can be taken out', async () => {
  render(<Host isMany readsText />)
  give(new File(['1'], 'a'), new File(['2'], 'b'))
  await waitFor(() => expect(reported()).toBe('[["a","1"],["b","2"]]'))
  give(new File(['3'], 'a'))
  await waitFor(() => expect(reported()).toBe('[["b","2"],["a","3"]]'))
  fireEvent.click(screen.getByRole('button', { name: 'Remove b' }))
  expect(reported()).toBe('[["a","3"]]')
})

test('no file is a remark, or an error where it is required as one', () => {
  const { rerender } = render(<Host />)
  expect(screen.getByText('No file chosen.').closest('[data-error]')).toBeNull()
  rerender(<Host isRequiredAsError />)
  expect(screen.getByText('No file chosen.').closest('[data-error]')).toBeTruthy()
})

test('a text in an unknown encoding is refused by name', async () => {
  render(<Host isMany readsText />)
  give(new File([new Uint8Array([0x4b, 0xfc])], 'latin'), new File(['2'], 'b'))
  expect(await screen.findByText(/^latin isn’t UTF-8 or UTF-16 text\./)).toBeTruthy()
  await waitFor(() => expect(reported()).toBe('[["b","2"]]'))
})
