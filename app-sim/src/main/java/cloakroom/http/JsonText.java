package cloakroom.http;

import cloakroom.contract.TierTimes;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

public final class JsonText {
  // Shared buffer pool, because a short-lived virtual thread would never reuse its buffers.
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .recyclerPool(JsonRecyclerPools.sharedConcurrentDequePool())
              .build());

  static {
    // Omits null components of the record TierTimes from JSON.
    MAPPER
        .configOverride(TierTimes.class)
        .setInclude(JsonInclude.Value.construct(Include.NON_NULL, Include.ALWAYS));
  }

  private JsonText() {}

  /**
   * Returns a JSON object with members in the order of the arguments.
   *
   * @param namesAndValues names, each followed by its value
   */
  public static Map<String, Object> object(Object... namesAndValues) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      members.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return members;
  }

  public static String text(Object value) {
    return new String(bytes(value), StandardCharsets.UTF_8);
  }

  static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  static byte[] bytes(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot write " + value.getClass().getName(), e);
    }
  }
}
