import { useState } from 'react'
import type { Story } from '../story.ts'
import { type ChosenFile, FileField, type FileFieldProps } from './file-field.tsx'
import { ImageField } from './image-field.tsx'

function Files(props: Partial<FileFieldProps>) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  return <FileField label="File" value={files} onChange={setFiles} {...props} />
}

const pixel =
  'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="teal"/></svg>'

function Picture() {
  const [image, setImage] = useState(pixel)
  return <ImageField label="Image" value={image} onChange={setImage} help="Shown in the list of dashboards." />
}

const story: Story = {
  id: 'file-upload',
  group: 'Fields',
  title: 'File and image upload',
  about:
    'Files are chosen or dropped; those of other endings are refused by name. A picture is kept as a data URL, up to 512 KB, and taken only when it reads as one.',
  examples: [
    { name: 'One file', Example: () => <Files /> },
    { name: 'Several, JSON or CSV', Example: () => <Files isMany allowedExtensions="json,csv" /> },
    { name: 'Required', Example: () => <Files isRequiredAsError /> },
    { name: 'Disabled', Example: () => <Files isDisabled /> },
    { name: 'Picture', Example: Picture },
  ],
}
export default story
