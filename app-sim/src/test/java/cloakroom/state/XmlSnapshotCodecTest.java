package cloakroom.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The XML format, which is fixed and accepts no DTD or entities. */
final class XmlSnapshotCodecTest extends SnapshotCodecContract {
  private static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";

  /** {@link Snapshots#golden} after the checksum, one line per element. */
  private static final String GOLDEN =
      """
       Name="HrModule" Session="session-1" Version="5">
      <VO Name="Emp" Active="true" Start="300" Size="10" Current="7839" Where="sal &gt; :min" OrderBy="ename">
      <Bind Name="dept" Value="10"></Bind>
      <Bind Name="name"></Bind>
      <Row Key="7839">
      <Transient Name="Ticked" Value="true"></Transient>
      </Row>
      </VO>
      <VO Name="Dept" Active="false" Start="0" Size="25">
      </VO>
      <EO Name="Emp" Key="7839" Kind="MODIFIED">
      <Old Name="Sal" Value="5000"></Old>
      <New Name="Sal" Value="5€"></New>
      </EO>
      <EO Name="Emp" Key="-1" Kind="NEW" Position="2">
      <New Name="Sal" Value="😀"></New>
      </EO>
      <EO Name="Dept" Key="40" Kind="DELETED">
      </EO>
      <Custom Name="note" Value=""></Custom>
      </AM>
      """;

  private final SnapshotCodec codec = SnapshotCodecs.XML;

  @Override
  SnapshotCodec codec(int limit) {
    return new XmlSnapshotCodec(limit);
  }

  @Override
  byte[] withAnotherVersion(byte[] content) {
    return bytes(text(content).replace("Format=\"1\"", "Format=\"9\""));
  }

  private static String text(byte[] content) {
    return new String(content, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] sealed(String state) {
    return sealed(bytes(state));
  }

  private static byte[] sealed(byte[] state) {
    CRC32C crc = new CRC32C();
    crc.update(state);
    byte[] head =
        bytes(
            DECLARATION
                + "<AM Format=\"1\" Length=\"%d\" Checksum=\"%08x\""
                    .formatted(state.length, crc.getValue()));
    byte[] all = Arrays.copyOf(head, head.length + state.length);
    System.arraycopy(state, 0, all, head.length, state.length);
    return all;
  }

  private static String golden() {
    return GOLDEN.replace("\n", "");
  }

  @Example
  void formatVersion1_isPinned_andItsLayoutIsFree() {
    assertThat(text(codec.encode(Snapshots.golden()))).isEqualTo(text(sealed(golden())));
    assertThat(text(sealed(golden()))).contains("Length=\"640\" Checksum=\"03182f0c\"");
    assertThat(codec.decode(sealed(golden()))).isEqualTo(Snapshots.golden());
    assertThat(codec.decode(sealed(GOLDEN))).isEqualTo(Snapshots.golden());
  }

  @Example
  void otherDocuments_areRefused() {
    for (String text :
        List.of(
            "x",
            "<AM/>",
            " " + text(codec.encode(Snapshots.golden())),
            "\uFEFF" + text(codec.encode(Snapshots.golden())),
            DECLARATION + "<!DOCTYPE AM []><AM Format=\"1\"/>")) {
      assertRefused(bytes(text), "does not begin");
    }
    assertRefused(
        bytes(DECLARATION + "<AM Format=\"2\" Name=\"m\"/>"), "format version 2 is not supported");
    assertRefused(
        bytes(DECLARATION + "<AM Format=\"1\" Name=\"" + "m".repeat(100) + "\"/>"),
        "no length and checksum");
    assertRefused(
        bytes(text(sealed(golden())).replace("Length=\"", "Length=\"0")), "no length and checksum");
  }

  @Example
  void otherStatesUnderARightChecksum_areRefused() {
    String am = " Name=\"m\" Session=\"s\" Version=\"1\">";
    for (String state :
        List.of(
            "/>",
            " Name=\"m\" Session=\"s\" Version=\"-1\"/>",
            " Name=\"m\" Name=\"m\" Session=\"s\" Version=\"1\"/>",
            am + "<X/></AM>",
            am + "text</AM>",
            am + "</AM>text",
            am + "</AM><AM/>",
            am + "<VO Name=\"v\"/></AM>",
            am + "<VO Name=\"v\" Active=\"yes\" Start=\"0\" Size=\"1\"/></AM>",
            am + "<VO Name=\"v\" Active=\"true\" Start=\"0\" Size=\"0\"/></AM>",
            am + "<VO Name=\"\\x\" Active=\"true\" Start=\"0\" Size=\"1\"/></AM>",
            am + "<Custom Name=\"\\ud800\"/></AM>",
            am + "<VO Name=\"\\u00\" Active=\"true\" Start=\"0\" Size=\"1\"/></AM>",
            am + "<EO Name=\"e\" Key=\"1\" Kind=\"LOST\"/></AM>",
            am + "<EO Name=\"e\" Key=\"1\" Kind=\"DELETED\" Position=\"1\"/></AM>",
            am + "<Custom Name=\"c\"><X/></Custom></AM>",
            am + "<Custom Name=\"c\"/><Custom Name=\"c\"/></AM>")) {
      assertRefused(sealed(state));
    }
  }

  @Example
  void entities_areNotRead() {
    assertRefused(sealed(" Name=\"&x;\" Session=\"s\" Version=\"1\"/>"));
    assertRefused(
        bytes(
            "<!DOCTYPE AM [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>"
                + "<AM Format=\"1\" Name=\"&x;\" Session=\"s\" Version=\"1\"/>"));
  }

  @Property
  void anythingForgedUnderARightChecksum_isReadOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] state = bytes(golden());
    for (int i = random.nextInt(3); i >= 0; i--) {
      state[random.nextInt(state.length)] =
          (byte) (random.nextBoolean() ? random.nextInt() : ' ' + random.nextInt(0x60));
    }
    assertReadOrRefused(sealed(state));
    assertReadOrRefused(sealed(Arrays.copyOf(state, 1 + random.nextInt(state.length))));
  }
}
