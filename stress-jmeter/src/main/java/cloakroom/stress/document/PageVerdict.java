package cloakroom.stress.document;

import cloakroom.stress.document.Block.Blocks;
import java.util.List;

/** Main result of a page: the colour of its edge, and the first sentences. */
public record PageVerdict(Tone tone, List<String> sentences) {
  /** Returns the first section of the page, with further blocks after the sentences. */
  public Block.Section section(Blocks more) {
    Blocks all = new Blocks();
    sentences.forEach(sentence -> all.say(Tone.HEADLINE, sentence));
    more.list().forEach(all::add);
    return new Block.Section("verdict", "Verdict", tone, all.list());
  }
}
