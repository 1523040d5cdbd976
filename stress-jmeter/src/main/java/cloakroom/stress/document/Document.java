package cloakroom.stress.document;

import cloakroom.stress.document.Block.Medium;
import cloakroom.stress.document.Block.Only;
import java.util.List;
import java.util.stream.Stream;

/** A report: what kind it is, what it is about, and the circumstances or nothing. */
public record Document(String brand, String title, String subtitle, List<Block> blocks) {
  static List<Block> in(Medium medium, List<Block> blocks) {
    return blocks.stream()
        .flatMap(
            block ->
                block instanceof Only only
                    ? only.medium() == medium ? in(medium, only.blocks()).stream() : Stream.of()
                    : Stream.of(block))
        .toList();
  }
}
