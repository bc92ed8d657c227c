import type { Story } from '../story.ts'
import { ShareLink } from './share-link.tsx'

const story: Story = {
  id: 'social-share',
  group: 'Page pieces',
  title: 'Link to pass on',
  about:
    'A link to read, copy and open, with buttons that hand it to Facebook, Twitter, LinkedIn and Reddit. Nothing is loaded from there; the buttons are hidden when the link leads nowhere for others.',
  examples: [
    {
      name: 'A public link',
      Example: () => (
        <ShareLink
          label="Public link"
          link="https://iot.sonde.example/dashboard/1?publicId=2"
          title="Riverside Works"
        />
      ),
    },
    {
      name: 'A local link',
      Example: () => <ShareLink label="Public link" link="http://localhost:8080/dashboard/1" title="Riverside Works" />,
    },
  ],
}
export default story
