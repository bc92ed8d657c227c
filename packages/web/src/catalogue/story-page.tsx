/** One story alone, as the frame of the catalogue and the tests open it: `?story=ID&alone`. */

import type { Story } from '../ui/story.ts'

export function StoryPage({ story }: { story: Story }) {
  return (
    <main className="cat-story" data-story={story.id}>
      <h1>{story.title}</h1>
      <p className="cat-about">{story.about}</p>
      {story.examples.map(({ name, Example }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <div className="cat-example">
            <Example />
          </div>
        </section>
      ))}
    </main>
  )
}
